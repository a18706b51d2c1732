// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// The planners, objectives and rules of the papers; linked where <relatile/papers.hpp> is included.
#include <relatile/papers/ein24/impl/cost.hpp>
#include <relatile/papers/ein24/impl/objective.hpp>
#include <relatile/papers/ein24/impl/planner.hpp>
#include <relatile/papers/impl/catalogue.hpp>
#include <relatile/papers/impl/floats.hpp>
#include <relatile/papers/nums22/impl/block_grids.hpp>
#include <relatile/papers/nums22/impl/cost.hpp>
#include <relatile/papers/nums22/impl/grids.hpp>
#include <relatile/papers/nums22/impl/objective.hpp>
#include <relatile/papers/nums22/impl/planner.hpp>
#include <relatile/papers/nums22/impl/site_loads.hpp>
#include <relatile/papers/nums22/impl/softmax_grid.hpp>
#include <relatile/papers/spartan15/impl/cost.hpp>
#include <relatile/papers/spartan15/impl/planner.hpp>
#include <relatile/papers/spartan15/impl/tilings.hpp>
#include <relatile/papers/tensorplanner/impl/cost.hpp>
#include <relatile/papers/tensorplanner/impl/objective.hpp>
#include <relatile/papers/tensorplanner/impl/planner.hpp>
#include <relatile/papers/tra21/impl/floats_moved.hpp>
#include <relatile/papers/tra21/impl/planner.hpp>
#include <relatile/papers/tra21/impl/plans.hpp>
#include <relatile/papers/tra21/impl/rewriting.hpp>
#include <relatile/papers/tra21/rules/impl/filter_below_join.hpp>
#include <relatile/papers/tra21/rules/impl/map_after_aggregate.hpp>
#include <relatile/papers/tra21/rules/impl/map_after_join.hpp>
#include <relatile/papers/tra21/rules/impl/move_join_operands.hpp>
#include <relatile/papers/tra21/rules/impl/product.hpp>
#include <relatile/papers/tra21/rules/impl/replicate_multiply.hpp>
#include <relatile/papers/tra21/rules/impl/rule.hpp>
#include <relatile/papers/tra21/rules/impl/two_phase_aggregate.hpp>
