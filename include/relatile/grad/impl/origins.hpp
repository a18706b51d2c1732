// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/grad/origins.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "relatile/expr/shown_value.hpp"
#include "relatile/tra/graph.hpp"

namespace relatile::detail {

using OriginPtr = std::shared_ptr<tra::Origin>;
/// Notes in the order of their addresses, which is each rank's own, each once; shared by operators
/// that have the same.
using OriginSet = std::shared_ptr<const std::vector<OriginPtr>>;

RELATILE_INLINE OriginSet united(const OriginSet& a, const OriginSet& b) {
  if (!b || a == b) return a;
  if (!a) return b;
  std::vector<OriginPtr> both;
  std::set_union(a->begin(), a->end(), b->begin(), b->end(), std::back_inserter(both));
  if (both.size() == a->size()) return a;
  return std::make_shared<const std::vector<OriginPtr>>(std::move(both));
}

/// Drops those that others of them refer to: a loop whose states all live, since its losses are
/// kept, would note all of them for each.
RELATILE_INLINE void drop_grandparents(std::vector<OriginPtr>& origins) {
  if (origins.size() < 2) return;
  std::unordered_set<const tra::Origin*> behind;
  for (const OriginPtr& origin : origins) {
    for (const OriginPtr& parent : origin->parents) behind.insert(parent.get());
  }
  std::erase_if(origins, [&](const OriginPtr& origin) { return behind.contains(origin.get()); });
}

/// Replaces parents that are gone by theirs.
RELATILE_INLINE void shorten(tra::Origin& origin) {
  std::vector<OriginPtr> alive;
  std::vector<OriginPtr> left = std::move(origin.parents);
  std::unordered_set<const tra::Origin*> seen;
  while (!left.empty()) {
    OriginPtr parent = std::move(left.back());
    left.pop_back();
    if (!seen.insert(parent.get()).second) continue;
    if (parent->of.expired()) {
      left.insert(left.end(), parent->parents.begin(), parent->parents.end());
    } else {
      alive.push_back(std::move(parent));
    }
  }
  drop_grandparents(alive);
  origin.parents = std::move(alive);
}

RELATILE_INLINE OriginPtr origin_of(const tra::NodePtr& node, const OriginSet& parents) {
  if (node->origin && node->origin->of.lock() == node) return node->origin;
  node->origin = std::make_shared<tra::Origin>();
  node->origin->of = node;
  if (parents) {
    for (const OriginPtr& parent : *parents) shorten(*parent);
    node->origin->parents = *parents;
    shorten(*node->origin);
  }
  return node->origin;
}

RELATILE_INLINE void note_origins(const std::vector<tra::NodePtr>& roots) {
  std::unordered_map<const tra::Node*, OriginSet> nearest;
  const std::vector<tra::NodePtr> order = tra::topological_order(roots);
  std::unordered_set<const tra::Node*> shown;  // by views that have names, so kept as well
  for (const tra::NodePtr& node : order) {
    if (const tra::NodePtr value = shown_value(*node)) shown.insert(value.get());
  }
  for (const tra::NodePtr& node : order) {
    OriginSet parents;
    const bool constant = node->pullback && node->pullback->of.empty();  // of stop_gradient
    if (!node->evaluated() && !constant) {
      for (const tra::NodePtr& input : node->inputs) {
        parents = united(parents, nearest.at(input.get()));
      }
    }
    const bool named =
        node->held_by_user() || shown.contains(node.get()) || (node->evaluated() && node->origin);
    nearest[node.get()] =
        named ? std::make_shared<const std::vector<OriginPtr>>(1, origin_of(node, parents))
              : parents;
  }
  for (const tra::NodePtr& root : roots) {  // what has no name yet may be given one
    origin_of(root, nearest.at(root.get()));
  }
}

RELATILE_INLINE const tra::Node* OriginSearch::found(const tra::Node& node,
                                                     const std::vector<tra::NodePtr>& values) {
  if (!node.origin) return nullptr;
  // What is older than all of the values was computed of none of them: of a loop whose states all
  // live only the last ones are gone through.
  std::int64_t oldest = std::numeric_limits<std::int64_t>::max();
  for (const auto& value : values) {
    if (value->origin) oldest = std::min(oldest, value->origin->number);
  }
  // Notes come in an order that differs between ranks; what is found of them must not.
  std::size_t first = values.size();
  std::vector<OriginPtr> left = node.origin->parents;
  while (!left.empty() && first != 0) {
    const OriginPtr origin = std::move(left.back());
    left.pop_back();
    if (origin->number < oldest || !seen_.insert(origin.get()).second) continue;
    const auto of = origin->of.lock();
    const auto before = values.begin() + static_cast<std::ptrdiff_t>(first);
    first = static_cast<std::size_t>(std::find(values.begin(), before, of) - values.begin());
    left.insert(left.end(), origin->parents.begin(), origin->parents.end());
  }
  return first == values.size() ? nullptr : values[first].get();
}

}  // namespace relatile::detail
