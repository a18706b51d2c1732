// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/known_orders.hpp"
#include "relatile/planner/plan_history.hpp"
#include "relatile/planner/plan_options.hpp"
#include "relatile/planner/recently_made.hpp"
#include "relatile/planner/search/contraction_orders.hpp"
#include "relatile/tra/graph_key.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// The orders that this process searched for.
inline RecentlyMade<KnownOrders>& order_cache() {
  static RecentlyMade<KnownOrders> cache(64);
  return cache;
}

/// All that the choice of orders depends on but for the options. Which nodes the user can still
/// name counts: these are not fused away.
RELATILE_INLINE tra::GraphKey orders_key(const std::vector<tra::NodePtr>& graph,
                                         const std::vector<tra::NodePtr>& roots, int num_sites);

/// `expand_contractions`, with orders remembered from equal graphs, or, as `history` has them, from
/// one of the same form: these are not called exact, but on one site, where nothing moves. `used`
/// becomes what was followed, if there are such einsums.
RELATILE_INLINE ExpandedGraph expand_remembered(const std::vector<tra::NodePtr>& roots,
                                                int num_sites, const PlanOptions& options,
                                                const PlanHistory& history,
                                                std::optional<OrdersOfGraph>& used);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/order_cache.hpp"
#endif
