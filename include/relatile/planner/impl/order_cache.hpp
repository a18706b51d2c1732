// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/order_cache.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "relatile/planner/space/objectives.hpp"
#include "relatile/tra/graph.hpp"
#include "relatile/tra/graph_key.hpp"

namespace relatile::planner {

RELATILE_INLINE tra::GraphKey orders_key(const std::vector<tra::NodePtr>& graph,
                                         const std::vector<tra::NodePtr>& roots, int num_sites) {
  tra::KeyBytes key;
  key.add(num_sites);
  for (const auto& node : graph) key.add(node->held_by_user() ? 1 : 0);
  for (const auto& root : roots) {
    key.add(std::find(graph.begin(), graph.end(), root) - graph.begin());
  }
  tra::GraphKey of_graph = tra::graph_key(graph);
  return {key.take() + of_graph.form, std::move(of_graph.offsets)};
}

namespace detail {

/// What of them the search for orders goes by: plans by other planners, within other caps on memory
/// or of other passes follow the same orders.
inline PlanOptions options_of_orders(const PlanOptions& options) {
  PlanOptions some;
  some.objective = options.objective;
  some.machine = options.machine;
  return some;
}

inline KnownOrders orders_of(const tra::GraphKey& key, const PlanOptions& options,
                             const PlanHistory& history,
                             const std::function<ExpandedGraph()>& search) {
  if (options.follow_known_choices) {
    if (const KnownOrders* const known = history.orders(key, options)) return *known;
  }
  const std::string text = key.form + key.offsets;
  const PlanOptions some = options_of_orders(options);
  if (const KnownOrders* const known = order_cache().find(text, some)) return *known;
  const ExpandedGraph made = search();
  KnownOrders orders{made.orders, made.exact, key.offsets};
  order_cache().remember(text, some, orders);
  return orders;
}

}  // namespace detail

RELATILE_INLINE ExpandedGraph expand_remembered(const std::vector<tra::NodePtr>& roots,
                                                int num_sites, const PlanOptions& options,
                                                const PlanHistory& history,
                                                std::optional<OrdersOfGraph>& used) {
  const std::vector<tra::NodePtr> graph = tra::topological_order(roots);
  const auto einsums = einsums_of_many(graph);
  const auto search = [&] {
    const auto objective = objective_named(options.objective, options.machine);
    return expand_contractions(roots, num_sites, *objective);
  };
  if (einsums.empty()) return search();
  tra::GraphKey key = orders_key(graph, roots, num_sites);
  KnownOrders known = detail::orders_of(key, options, history, search);
  const bool exact = known.exact && (num_sites == 1 || known.offsets == key.offsets);
  used = OrdersOfGraph{std::move(key), std::move(known)};
  return expanded(roots, einsums, used->known.orders, exact);
}

}  // namespace relatile::planner
