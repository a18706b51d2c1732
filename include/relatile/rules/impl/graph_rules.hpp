// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/graph_rules.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "relatile/core/disabled_names.hpp"
#include "relatile/rules/fewer_windows.hpp"
#include "relatile/rules/fuse_maps.hpp"
#include "relatile/rules/merge_equal.hpp"
#include "relatile/rules/push_views.hpp"
#include "relatile/rules/reduce_windows.hpp"
#include "relatile/tra/graph.hpp"

namespace relatile::rules {
namespace detail {

/// Fuses maps, and counts those that are not stored any more.
inline Rewritten fuse(const std::vector<tra::NodePtr>& order,
                      const std::vector<tra::NodePtr>& roots, plan::AppliedRule& applied) {
  Rewritten rewritten = fuse_maps(roots);
  const bool changed = std::any_of(order.begin(), order.end(), [&](const tra::NodePtr& node) {
    return rewritten.at(node.get()) != node;
  });
  if (!changed) return {};
  std::vector<tra::NodePtr> now;
  for (const auto& root : roots) now.push_back(rewritten.at(root.get()));
  std::unordered_set<const tra::Node*> left;
  for (const auto& node : tra::topological_order(now)) left.insert(node.get());
  for (const auto& node : order) {
    const bool computes = !node->evaluated() && node->kind() == tra::Kind::map &&
                          !node->inputs.empty() && !node->is_view();
    if (!computes || left.contains(rewritten.at(node.get()).get())) continue;
    applied.note(1, {}, stored_by(*node));
  }
  return rewritten;
}

}  // namespace detail

RELATILE_INLINE const std::vector<GraphRule>& graph_rules() {
  static const std::vector<GraphRule> all{
      {"merge_equal", merge_equal},       {"fewer_windows", fewer_windows},
      {"reduce_windows", reduce_windows}, {"push_views", push_views},
      {"fuse_maps", detail::fuse, false},
  };
  return all;
}

RELATILE_INLINE void require_rules(const std::vector<std::string>& disabled) {
  std::vector<std::string_view> known;
  for (const GraphRule& rule : graph_rules()) known.push_back(rule.name);
  require_known(disabled, known, "disabled_rules", "rule");
}

RELATILE_INLINE void apply(const GraphRule& rule, const std::vector<std::string>& disabled,
                           RewrittenGraph& graph) {
  if (is_disabled(disabled, rule.name)) return;
  plan::AppliedRule applied{std::string(rule.name), 0, {}, {}};
  if (graph.order.empty()) graph.order = tra::topological_order(graph.roots);
  Rewritten rewritten = rule.apply(graph.order, graph.roots, applied);
  if (applied.times > 0) graph.applied.push_back(std::move(applied));
  if (!rewritten.empty()) follow(std::move(rewritten), graph);
}

RELATILE_INLINE void follow(Rewritten&& rewritten, RewrittenGraph& graph) {
  graph.order.clear();
  for (auto& root : graph.roots) root = rewritten.at(root.get());
  if (graph.rewritten.empty()) {
    graph.rewritten = std::move(rewritten);
    return;
  }
  for (auto& [node, now] : graph.rewritten) {
    // What no root needs any more is in no later graph.
    if (const auto found = rewritten.find(now.get()); found != rewritten.end()) now = found->second;
  }
}

}  // namespace relatile::rules
