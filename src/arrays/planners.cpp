// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// The planners by name, and what rewrites programs before they are planned.
#include <relatile/planner/search/by_rule/impl/data_parallel.hpp>
#include <relatile/planner/search/by_rule/impl/fixed_plans.hpp>
#include <relatile/planner/search/by_rule/impl/fixed_tilings.hpp>
#include <relatile/planner/search/by_rule/impl/plan_along.hpp>
#include <relatile/planner/search/impl/best_plan.hpp>
#include <relatile/planner/search/impl/exhaustive.hpp>
#include <relatile/planner/search/impl/greedy.hpp>
#include <relatile/planner/search/impl/heuristics.hpp>
#include <relatile/planner/search/impl/local_search.hpp>
#include <relatile/planner/search/impl/planners.hpp>
#include <relatile/planner/space/impl/objectives.hpp>
#include <relatile/rules/impl/all_orders.hpp>
#include <relatile/rules/impl/cheapest_order.hpp>
#include <relatile/rules/impl/contraction_labels.hpp>
#include <relatile/rules/impl/contraction_order.hpp>
#include <relatile/rules/impl/fewer_windows.hpp>
#include <relatile/rules/impl/fuse_maps.hpp>
#include <relatile/rules/impl/graph_rules.hpp>
#include <relatile/rules/impl/key_view.hpp>
#include <relatile/rules/impl/merge_equal.hpp>
#include <relatile/rules/impl/push_views.hpp>
#include <relatile/rules/impl/reduce_windows.hpp>
#include <relatile/rules/impl/slice_einsum.hpp>
#include <relatile/rules/impl/split_contraction.hpp>
