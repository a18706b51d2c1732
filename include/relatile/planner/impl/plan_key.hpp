// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/plan_key.hpp"

#include <unordered_map>
#include <utility>

namespace relatile::planner {

RELATILE_INLINE tra::GraphKey plan_key(const std::vector<tra::NodePtr>& graph,
                                       const std::vector<int>& results, int num_sites,
                                       std::int64_t message_limit) {
  tra::KeyBytes key;
  key.add(num_sites);
  key.add(message_limit);
  key.add(results);
  tra::GraphKey of_graph = tra::graph_key(graph);
  return {key.take() + of_graph.form, std::move(of_graph.offsets)};
}

RELATILE_INLINE std::string memory_key(const std::vector<tra::NodePtr>& graph) {
  tra::KeyBytes key;
  std::unordered_map<const tra::StoredValue*, std::int64_t> known;
  for (const auto& node : graph) {
    if (!node->evaluated()) continue;
    key.add(known.emplace(node->value.get(), std::int64_t(known.size())).first->second);
    key.add(node->value->memory);
    key.add(node->value->pieces);
  }
  return key.take();
}

}  // namespace relatile::planner
