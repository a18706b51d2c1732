// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "relatile/planner/contraction_orders.hpp"
#include "relatile/planner/objectives.hpp"
#include "relatile/planner/recently_made.hpp"
#include "relatile/tra/graph_key.hpp"

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
inline std::string orders_key(const std::vector<tra::NodePtr>& graph,
                              const std::vector<tra::NodePtr>& roots, int num_sites) {
  tra::KeyBytes key;
  key.add(num_sites);
  key.add(tra::graph_keys(graph));
  for (const auto& node : graph) key.add(node->held_by_user() ? 1 : 0);
  for (const auto& root : roots) {
    key.add(std::find(graph.begin(), graph.end(), root) - graph.begin());
  }
  return key.take();
}

/// `expand_contractions`, with orders remembered from equal graphs.
inline ExpandedGraph expand_remembered(const std::vector<tra::NodePtr>& roots, int num_sites,
                                       const PlanOptions& options) {
  const std::vector<tra::NodePtr> graph = tra::topological_order(roots);
  const auto einsums = einsums_of_many(graph);
  const auto search = [&] {
    const auto objective = objective_named(options.objective, options.machine);
    return expand_contractions(roots, num_sites, *objective);
  };
  if (einsums.empty()) return search();
  const std::string key = orders_key(graph, roots, num_sites);
  if (const KnownOrders* known = order_cache().find(key, options)) {
    return expanded(roots, einsums, known->orders, known->exact);
  }
  ExpandedGraph made = search();
  order_cache().remember(key, options, {made.orders, made.exact});
  return made;
}

}  // namespace relatile::planner
