// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// What plans there are to choose from, and choices that are known.
#include <relatile/planner/impl/follow_slices.hpp>
#include <relatile/planner/impl/known_choice.hpp>
#include <relatile/planner/impl/order_cache.hpp>
#include <relatile/planner/impl/outline.hpp>
#include <relatile/planner/impl/outline_cost.hpp>
#include <relatile/planner/impl/plan_key.hpp>
#include <relatile/planner/space/impl/alike_spaces.hpp>
#include <relatile/planner/space/impl/candidate.hpp>
#include <relatile/planner/space/impl/given_spaces.hpp>
#include <relatile/planner/space/impl/joint_needs.hpp>
#include <relatile/planner/space/impl/known_moves.hpp>
#include <relatile/planner/space/impl/label_order.hpp>
#include <relatile/planner/space/impl/layout_in_place.hpp>
#include <relatile/planner/space/impl/named_plans.hpp>
#include <relatile/planner/space/impl/placement_ids.hpp>
#include <relatile/planner/space/impl/problem.hpp>
#include <relatile/planner/space/impl/read_prices.hpp>
#include <relatile/planner/space/impl/search_space.hpp>
#include <relatile/planner/space/impl/structure_key.hpp>
#include <relatile/planner/space/impl/thinning.hpp>
#include <relatile/planner/space/impl/tree_hash.hpp>
#include <relatile/planner/space/impl/work_in_place.hpp>
