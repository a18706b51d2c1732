// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/expr/lost_names.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "relatile/expr/shown_value.hpp"

namespace relatile::detail {

/// How many references to each node are those of a graph, whose rules of gradients count as well:
/// who keeps a rule need not ever follow it.
RELATILE_INLINE std::unordered_map<const tra::Node*, long> references_within(
    const std::vector<tra::NodePtr>& order) {
  std::unordered_map<const tra::Node*, long> references;
  std::unordered_set<const tra::Pullback*> rules;
  for (const auto& node : order) {
    ++references[node.get()];  // that of the list
    for (const auto& input : node->inputs) ++references[input.get()];
    const tra::Pullback* const rule = node->pullback.get();
    if (!rule || !rules.insert(rule).second) continue;
    for (const auto& of : rule->of) ++references[of.get()];
  }
  return references;
}

RELATILE_INLINE bool lost_its_name(const tra::Node& node) {
  const std::weak_ptr<const void> never;
  const bool had_one = node.handle.owner_before(never) || never.owner_before(node.handle);
  return had_one && !node.held_by_user() && !node.evaluated();
}

/// What has no name, and had one, or is behind a view that has.
RELATILE_INLINE std::vector<tra::NodePtr> without_names(const std::vector<tra::NodePtr>& order,
                                                        const std::vector<tra::NodePtr>& roots) {
  std::unordered_set<const tra::Node*> seen;
  for (const auto& root : roots) seen.insert(root.get());
  std::vector<tra::NodePtr> found;
  const auto add = [&](const tra::NodePtr& node) {
    if (!node->is_generator() && seen.insert(node.get()).second) found.push_back(node);
  };
  for (const auto& node : order) {
    if (lost_its_name(*node)) add(node);
    if (const tra::NodePtr value = value_behind(*node)) add(value);
  }
  return found;
}

RELATILE_INLINE LostNames::LostNames(const std::vector<tra::NodePtr>& order,
                                     const std::vector<tra::NodePtr>& roots) {
  std::vector<tra::NodePtr> lost = without_names(order, roots);
  if (lost.empty()) return;
  const auto within = references_within(order);
  for (auto& node : lost) {
    const long known = within.at(node.get()) + 1;  // that of `lost`
    if (node.use_count() > known) nodes_.push_back(std::move(node));
  }
  const bool again = std::any_of(order.begin(), order.end(),
                                 [](const auto& node) { return node->lost_name_noted; });
  if (!again) return;
  for (const auto& node : nodes_) names_.push_back(handle_of(*node));
}

RELATILE_INLINE void LostNames::note() const {
  for (const auto& node : nodes_) node->lost_name_noted = true;
}

}  // namespace relatile::detail
