// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/expr/lost_names.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "relatile/expr/shown_value.hpp"
#include "relatile/tra/graph.hpp"

namespace relatile::detail {

/// How many references to each node are those of a graph, whose rules of gradients count as well:
/// who keeps a rule need not ever follow it.
RELATILE_INLINE std::unordered_map<const tra::Node*, int> references_within(
    const std::vector<tra::NodePtr>& order) {
  std::unordered_map<const tra::Node*, int> references = tra::count_uses(order);
  std::unordered_set<const tra::Pullback*> rules;
  for (const auto& node : order) {
    ++references[node.get()];  // that of the list
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

/// Those of the nodes without names that something outside of the graph refers to.
RELATILE_INLINE std::vector<tra::NodePtr> needed_elsewhere(const std::vector<tra::NodePtr>& order,
                                                           std::vector<tra::NodePtr> unnamed) {
  std::vector<tra::NodePtr> needed;
  if (unnamed.empty()) return needed;
  const auto within = references_within(order);
  for (auto& node : unnamed) {
    const long known = within.at(node.get()) + 1;  // that of `unnamed`
    if (node.use_count() > known) needed.push_back(std::move(node));
  }
  return needed;
}

/// Which of them are kept: the first ones, which are states of loops, what is no larger than those,
/// in this evaluation or before, and what would else be computed of something noted and not kept
/// ever again. Larger values that are computed of a state are soon computed again, and may be many.
RELATILE_INLINE std::vector<tra::NodePtr> worth_keeping(const std::vector<tra::NodePtr>& order,
                                                        const std::vector<tra::NodePtr>& needed) {
  struct Behind {
    std::int64_t largest_kept = -1;  ///< elements of what is kept, of which a node is computed
    bool noted = false;              ///< whether something that isn't kept and was noted is, too
  };
  std::unordered_set<const tra::Node*> candidates;
  for (const auto& node : needed) candidates.insert(node.get());
  std::unordered_map<const tra::Node*, Behind> behind;
  std::vector<tra::NodePtr> kept;
  for (const auto& node : order) {
    Behind& here = behind[node.get()];
    if (node->evaluated()) {
      if (node->lost_name_noted) here.largest_kept = volume(node->type.extents);
      continue;
    }
    for (const auto& input : node->inputs) {
      const Behind& there = behind.at(input.get());
      here.largest_kept = std::max(here.largest_kept, there.largest_kept);
      here.noted = here.noted || there.noted;
    }
    const std::int64_t size = volume(node->type.extents);
    const bool is_first = here.largest_kept < 0;
    if (candidates.contains(node.get()) && (is_first || here.noted || size <= here.largest_kept)) {
      kept.push_back(node);
      here = {size, false};
    } else {
      here.noted = here.noted || node->lost_name_noted;
    }
  }
  return kept;
}

RELATILE_INLINE LostNames::LostNames(const std::vector<tra::NodePtr>& order,
                                     const std::vector<tra::NodePtr>& roots)
    : nodes_(needed_elsewhere(order, without_names(order, roots))) {
  const bool again = std::any_of(order.begin(), order.end(),
                                 [](const auto& node) { return node->lost_name_noted; });
  if (nodes_.empty() || !again) return;
  for (const auto& node : worth_keeping(order, nodes_)) names_.push_back(handle_of(*node));
}

RELATILE_INLINE void LostNames::note() const {
  for (const auto& node : nodes_) node->lost_name_noted = true;
}

}  // namespace relatile::detail
