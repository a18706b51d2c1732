// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/origins.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "relatile/tra/graph.hpp"

namespace relatile::tra {

namespace detail {

using OriginList = std::vector<std::weak_ptr<const Node>>;

RELATILE_INLINE bool lists(const OriginList& list, const std::weak_ptr<const Node>& one) {
  return std::any_of(list.begin(), list.end(), [&](const std::weak_ptr<const Node>& known) {
    return !known.owner_before(one) && !one.owner_before(known);
  });
}

/// Those of both lists that are alive; most operators have operands with the same origins.
RELATILE_INLINE Origins united(const Origins& a, const Origins& b) {
  if (!b || a == b) return a;
  if (!a) return b;
  OriginList both;
  for (const Origins& origins : {a, b}) {
    for (const auto& one : *origins) {
      if (!one.expired() && !lists(both, one)) both.push_back(one);
    }
  }
  return std::make_shared<const OriginList>(std::move(both));
}

}  // namespace detail

RELATILE_INLINE std::vector<Origins> origins_of(const std::vector<NodePtr>& nodes) {
  std::unordered_map<const Node*, Origins> known;
  for (const NodePtr& node : topological_order(nodes)) {
    Origins& origins = known[node.get()];
    if (node->evaluated()) {
      origins = node->origins;
      if (!node->held_by_user()) continue;
      const detail::OriginList itself{node};
      origins = detail::united(origins, std::make_shared<const detail::OriginList>(itself));
    } else {
      for (const NodePtr& input : node->inputs) {
        origins = detail::united(origins, known.at(input.get()));
      }
    }
  }
  std::vector<Origins> found;
  for (const NodePtr& node : nodes) found.push_back(known.at(node.get()));
  return found;
}

RELATILE_INLINE bool came_from(const Node& node, const Node& value) {
  if (!node.origins) return false;
  return std::any_of(
      node.origins->begin(), node.origins->end(),
      [&](const std::weak_ptr<const Node>& one) { return one.lock().get() == &value; });
}

}  // namespace relatile::tra
