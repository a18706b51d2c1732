// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The search for the cheapest plan, with the placements and moves that it asks for all the time.
#include <relatile/cost/impl/site_sums.hpp>
#include <relatile/cost/impl/transfer_cost.hpp>
#include <relatile/placement/impl/both_parts.hpp>
#include <relatile/placement/impl/box_of_site.hpp>
#include <relatile/placement/impl/layout.hpp>
#include <relatile/placement/impl/owned_parts.hpp>
#include <relatile/placement/impl/partition_vector.hpp>
#include <relatile/placement/impl/parts_of_boxes.hpp>
#include <relatile/placement/impl/placement.hpp>
#include <relatile/placement/impl/recognise.hpp>
#include <relatile/placement/impl/sharding.hpp>
#include <relatile/placement/impl/site_boxes.hpp>
#include <relatile/placement/impl/tree_reduction.hpp>
#include <relatile/planner/impl/candidate.hpp>
#include <relatile/planner/impl/completion.hpp>
#include <relatile/planner/impl/contraction_orders.hpp>
#include <relatile/planner/impl/elimination.hpp>
#include <relatile/planner/impl/factor_tables.hpp>
#include <relatile/planner/impl/label_order.hpp>
#include <relatile/planner/impl/layout_order.hpp>
#include <relatile/planner/impl/named_plans.hpp>
#include <relatile/planner/impl/nearest.hpp>
#include <relatile/planner/impl/optimal.hpp>
#include <relatile/planner/impl/order_cache.hpp>
#include <relatile/planner/impl/outline.hpp>
#include <relatile/planner/impl/outline_cost.hpp>
#include <relatile/planner/impl/plan_cache.hpp>
#include <relatile/planner/impl/problem.hpp>
#include <relatile/planner/impl/read_prices.hpp>
#include <relatile/planner/impl/relaxation.hpp>
#include <relatile/planner/impl/search_space.hpp>
#include <relatile/planner/impl/structure_key.hpp>
#include <relatile/planner/impl/thinning.hpp>
#include <relatile/planner/impl/tree_hash.hpp>
#include <relatile/planner/impl/work_in_place.hpp>
