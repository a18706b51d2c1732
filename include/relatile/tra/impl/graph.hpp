// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/graph.hpp"

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "relatile/tra/node.hpp"

namespace relatile::tra {

RELATILE_INLINE std::vector<NodePtr> topological_order(const std::vector<NodePtr>& roots) {
  std::vector<NodePtr> order;
  std::unordered_set<const Node*> done;
  struct Visit {
    NodePtr node;
    std::size_t next_input;
  };
  std::vector<Visit> stack;
  for (const auto& root : roots) {
    if (!done.contains(root.get())) stack.push_back({root, 0});
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      const bool leaf = node->evaluated();
      if (!leaf && next < node->inputs.size()) {
        NodePtr input = node->inputs[next++];
        if (!done.contains(input.get())) stack.push_back({std::move(input), 0});
        continue;
      }
      if (done.insert(node.get()).second) order.push_back(node);
      stack.pop_back();
    }
  }
  return order;
}

RELATILE_INLINE std::unordered_map<const Node*, int> count_uses(const std::vector<NodePtr>& nodes) {
  std::unordered_map<const Node*, int> uses;
  for (const auto& node : nodes) {
    if (node->evaluated()) continue;
    for (const auto& input : node->inputs) ++uses[input.get()];
  }
  return uses;
}

}  // namespace relatile::tra
