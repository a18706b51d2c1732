// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The papers' planners, all planners by name, and rewriting rules.
#include <relatile/planner/impl/best_plan.hpp>
#include <relatile/planner/impl/block_grids.hpp>
#include <relatile/planner/impl/data_parallel.hpp>
#include <relatile/planner/impl/eindecomp.hpp>
#include <relatile/planner/impl/exhaustive.hpp>
#include <relatile/planner/impl/fixed_plans.hpp>
#include <relatile/planner/impl/fixed_tilings.hpp>
#include <relatile/planner/impl/greedy.hpp>
#include <relatile/planner/impl/groupby_join.hpp>
#include <relatile/planner/impl/heuristics.hpp>
#include <relatile/planner/impl/local_search.hpp>
#include <relatile/planner/impl/lshs.hpp>
#include <relatile/planner/impl/lshs_objective.hpp>
#include <relatile/planner/impl/paper_objectives.hpp>
#include <relatile/planner/impl/planners.hpp>
#include <relatile/planner/impl/site_loads.hpp>
#include <relatile/planner/impl/spartan.hpp>
#include <relatile/planner/impl/spartan_tilings.hpp>
#include <relatile/planner/impl/tra.hpp>
#include <relatile/planner/impl/tra_rules.hpp>
#include <relatile/rules/impl/all_orders.hpp>
#include <relatile/rules/impl/cheapest_order.hpp>
#include <relatile/rules/impl/contraction_labels.hpp>
#include <relatile/rules/impl/contraction_order.hpp>
#include <relatile/rules/impl/filter_below_join.hpp>
#include <relatile/rules/impl/fuse_maps.hpp>
#include <relatile/rules/impl/map_after_aggregate.hpp>
#include <relatile/rules/impl/map_after_join.hpp>
#include <relatile/rules/impl/move_join_operands.hpp>
#include <relatile/rules/impl/product.hpp>
#include <relatile/rules/impl/replicate_multiply.hpp>
#include <relatile/rules/impl/rule.hpp>
#include <relatile/rules/impl/split_contraction.hpp>
#include <relatile/rules/impl/two_phase_aggregate.hpp>
