// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "relatile/engine/run.hpp"
#include "relatile/plan/verify.hpp"
#include "relatile/planner/plan_for.hpp"
#include "relatile/rules/fuse_maps.hpp"
#include "relatile/tra/block_operator.hpp"

namespace relatile::detail {

/// Roots after the rewriting rules, and what else is to be kept: nodes the user has handles of.
struct Prepared {
  std::vector<tra::NodePtr> roots;
  std::vector<tra::NodePtr> results;    ///< rewritten nodes
  std::vector<tra::NodePtr> originals;  ///< the user's nodes, in the same order
};

inline Prepared prepare(const std::vector<tra::NodePtr>& wanted) {
  std::vector<tra::NodePtr> roots;
  for (const auto& node : wanted) {
    if (node->evaluated() || std::find(roots.begin(), roots.end(), node) != roots.end()) continue;
    if (!node->type.elements) tra::require_closed("evaluate", *node);
    roots.push_back(node);
  }
  Prepared prepared;
  if (roots.empty()) return prepared;
  const auto rewritten = rules::fuse_maps(roots);
  for (const auto& root : roots) prepared.roots.push_back(rewritten.at(root.get()));
  std::unordered_set<const tra::Node*> alive;
  for (const auto& node : tra::topological_order(prepared.roots)) alive.insert(node.get());
  for (const auto& node : tra::topological_order(roots)) {
    if (node->evaluated()) continue;
    const tra::NodePtr& now = rewritten.at(node.get());
    const bool root = std::find(roots.begin(), roots.end(), node) != roots.end();
    if (!root && (!node->held_by_user() || !alive.contains(now.get()))) continue;
    if (!node->type.elements && node->type.has_holes() && !root) continue;
    prepared.results.push_back(now);
    prepared.originals.push_back(node);
  }
  return prepared;
}

inline plan::Plan plan_of(const Prepared& prepared, int num_sites, std::int64_t message_limit) {
  const planner::Decisions decisions = planner::TreePlanner(prepared.roots, num_sites).decide();
  plan::Plan plan = planner::Emitter(decisions, num_sites, message_limit).emit(prepared.results);
  plan::verify(plan);
  return plan;
}

/// Plans and runs; afterwards the wanted nodes and everything the user holds have their values.
inline void evaluate_nodes(const std::vector<tra::NodePtr>& wanted,
                           transport::Transport& transport) {
  const Prepared prepared = prepare(wanted);
  if (prepared.roots.empty()) return;
  engine::run(plan_of(prepared, transport.num_sites(), transport.message_limit()), transport);
  for (std::size_t i = 0; i < prepared.results.size(); ++i) {
    prepared.originals[i]->value = prepared.results[i]->value;
    prepared.originals[i]->release_inputs();
  }
}

}  // namespace relatile::detail
