// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/order_cache.hpp"

#include <algorithm>

#include "relatile/planner/objectives.hpp"
#include "relatile/tra/graph.hpp"
#include "relatile/tra/graph_key.hpp"

namespace relatile::planner {

RELATILE_INLINE std::string orders_key(const std::vector<tra::NodePtr>& graph,
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

RELATILE_INLINE ExpandedGraph expand_remembered(const std::vector<tra::NodePtr>& roots,
                                                int num_sites, const PlanOptions& options) {
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
