// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/grad/origins.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "relatile/tra/graph.hpp"

namespace relatile::detail {

using OriginList = std::vector<std::weak_ptr<const tra::Node>>;

RELATILE_INLINE bool lists(const OriginList& list, const std::weak_ptr<const tra::Node>& one) {
  return std::any_of(list.begin(), list.end(), [&](const std::weak_ptr<const tra::Node>& known) {
    return !known.owner_before(one) && !one.owner_before(known);
  });
}

/// Those of both lists that are alive; most operators have operands with the same origins.
RELATILE_INLINE tra::Origins united(const tra::Origins& a, const tra::Origins& b) {
  if (!b || a == b) return a;
  if (!a) return b;
  OriginList both;
  for (const tra::Origins& origins : {a, b}) {
    for (const auto& one : *origins) {
      if (!one.expired() && !lists(both, one)) both.push_back(one);
    }
  }
  return std::make_shared<const OriginList>(std::move(both));
}

RELATILE_INLINE std::vector<tra::Origins> origins_of(const std::vector<tra::NodePtr>& nodes) {
  std::unordered_map<const tra::Node*, tra::Origins> known;
  for (const tra::NodePtr& node : tra::topological_order(nodes)) {
    tra::Origins& origins = known[node.get()];
    if (node->evaluated()) {
      origins = node->origins;
      if (!node->held_by_user()) continue;
      const OriginList itself{node};
      origins = united(origins, std::make_shared<const OriginList>(itself));
    } else {
      for (const tra::NodePtr& input : node->inputs) {
        origins = united(origins, known.at(input.get()));
      }
    }
  }
  std::vector<tra::Origins> found;
  for (const tra::NodePtr& node : nodes) found.push_back(known.at(node.get()));
  return found;
}

RELATILE_INLINE bool came_from(const tra::Node& node, const tra::Node& value) {
  if (!node.origins) return false;
  return std::any_of(
      node.origins->begin(), node.origins->end(),
      [&](const std::weak_ptr<const tra::Node>& one) { return one.lock().get() == &value; });
}

}  // namespace relatile::detail
