// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The search for the cheapest plan, with the placements and moves that it asks for all the time.
#include <relatile/cost/impl/parts_together.hpp>
#include <relatile/cost/impl/site_sums.hpp>
#include <relatile/cost/impl/transfer_cost.hpp>
#include <relatile/cost/impl/union_count.hpp>
#include <relatile/placement/impl/all_parts.hpp>
#include <relatile/placement/impl/box_of_site.hpp>
#include <relatile/placement/impl/layout.hpp>
#include <relatile/placement/impl/owned_parts.hpp>
#include <relatile/placement/impl/partition_vector.hpp>
#include <relatile/placement/impl/parts_of_boxes.hpp>
#include <relatile/placement/impl/placement.hpp>
#include <relatile/placement/impl/ranges_of_sites.hpp>
#include <relatile/placement/impl/recognise.hpp>
#include <relatile/placement/impl/sharding.hpp>
#include <relatile/placement/impl/site_boxes.hpp>
#include <relatile/placement/impl/tree_reduction.hpp>
#include <relatile/planner/search/impl/completion.hpp>
#include <relatile/planner/search/impl/contraction_orders.hpp>
#include <relatile/planner/search/impl/elimination.hpp>
#include <relatile/planner/search/impl/elimination_order.hpp>
#include <relatile/planner/search/impl/factor_tables.hpp>
#include <relatile/planner/search/impl/layout_order.hpp>
#include <relatile/planner/search/impl/nearest.hpp>
#include <relatile/planner/search/impl/optimal.hpp>
#include <relatile/planner/search/impl/pair_prices.hpp>
#include <relatile/planner/search/impl/relaxation.hpp>
#include <relatile/planner/search/impl/union_prices.hpp>
