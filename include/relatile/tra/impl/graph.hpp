// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/graph.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "relatile/tra/node.hpp"

namespace relatile::tra {

namespace detail {

/// A list of nodes without repetition. Few are looked up one by one: an evaluation asks for the
/// order of its graph again and again, and most graphs are small.
class NodeList {
 public:
  bool contains(const Node* node) const {
    if (!many_.empty()) return many_.contains(node);
    return std::any_of(nodes_.begin(), nodes_.end(),
                       [&](const NodePtr& known) { return known.get() == node; });
  }
  void add(const NodePtr& node) {
    if (contains(node.get())) return;
    nodes_.push_back(node);
    if (!many_.empty()) {
      many_.insert(node.get());
    } else if (nodes_.size() == few) {
      for (const NodePtr& known : nodes_) many_.insert(known.get());
    }
  }
  std::vector<NodePtr> take() { return std::move(nodes_); }

 private:
  static constexpr std::size_t few = 16;
  std::vector<NodePtr> nodes_;
  std::unordered_set<const Node*> many_;
};

}  // namespace detail

RELATILE_INLINE std::vector<NodePtr> topological_order(const std::vector<NodePtr>& roots) {
  detail::NodeList done;
  struct Visit {
    const NodePtr* node;
    std::size_t next_input;
  };
  std::vector<Visit> stack;
  for (const auto& root : roots) {
    if (!done.contains(root.get())) stack.push_back({&root, 0});
    while (!stack.empty()) {
      auto& [node, next] = stack.back();
      const bool leaf = (*node)->evaluated();
      if (!leaf && next < (*node)->inputs.size()) {
        const NodePtr& input = (*node)->inputs[next++];
        if (!done.contains(input.get())) stack.push_back({&input, 0});
        continue;
      }
      done.add(*node);
      stack.pop_back();
    }
  }
  return done.take();
}

RELATILE_INLINE std::unordered_map<const Node*, int> count_uses(const std::vector<NodePtr>& nodes) {
  std::unordered_map<const Node*, int> uses;
  for (const auto& node : nodes) {
    if (node->evaluated()) continue;
    for (const auto& input : node->inputs) ++uses[input.get()];
  }
  return uses;
}

RELATILE_INLINE std::vector<const StoredValue*> last_read_by(const std::vector<NodePtr>& nodes,
                                                             const std::vector<NodePtr>& roots) {
  const bool all_named = std::all_of(nodes.begin(), nodes.end(), [](const NodePtr& node) {
    return !node->evaluated() || node->held_by_user();
  });
  if (all_named) return {};  // as in most evaluations
  const std::unordered_map<const Node*, int> uses = count_uses(nodes);
  std::unordered_set<const Node*> others;  // somebody else has them, or what they are read by
  const auto is_root = [&](const NodePtr& node) {
    return std::find(roots.begin(), roots.end(), node) != roots.end();
  };
  std::vector<const StoredValue*> values;
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    const auto used = uses.find(node->get());
    const long known = 1 + (used == uses.end() ? 0 : used->second);  // one is in the list
    const bool named = (*node)->held_by_user() || (*node).use_count() != known;
    if (!is_root(*node) && named) others.insert(node->get());
    const bool shared = others.contains(node->get());
    if ((*node)->evaluated()) {
      // Two names of one value, which were computed as one, are two who have it.
      const bool alone = (*node)->value.use_count() == 1;
      if (!shared && alone && !is_root(*node)) values.push_back((*node)->value.get());
    } else if (shared) {
      for (const auto& input : (*node)->inputs) others.insert(input.get());
    }
  }
  return values;
}

}  // namespace relatile::tra
