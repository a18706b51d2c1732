// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/contraction_orders.hpp"
#include "relatile/planner/plan_options.hpp"
#include "relatile/planner/recently_made.hpp"
#include "relatile/rules/contraction_order.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// The orders of a graph's einsums of many operands, in the order of the graph.
struct KnownOrders {
  std::vector<rules::ContractionOrder> orders;
  bool exact = true;
};

/// The orders that this process chose, so that a loop searches for them once.
inline RecentlyMade<KnownOrders>& order_cache() {
  static RecentlyMade<KnownOrders> cache(64);
  return cache;
}

/// All that the choice of orders depends on but for the options. Which nodes the user can still
/// name counts: these are not fused away.
RELATILE_INLINE std::string orders_key(const std::vector<tra::NodePtr>& graph,
                                       const std::vector<tra::NodePtr>& roots, int num_sites);

/// `expand_contractions`, with orders remembered from equal graphs.
RELATILE_INLINE ExpandedGraph expand_remembered(const std::vector<tra::NodePtr>& roots,
                                                int num_sites, const PlanOptions& options);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/order_cache.hpp"
#endif
