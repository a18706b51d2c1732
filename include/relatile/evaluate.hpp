// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "relatile/backend.hpp"
#include "relatile/engine/run.hpp"
#include "relatile/plan/verify.hpp"
#include "relatile/planner/plan_for.hpp"
#include "relatile/rules/fuse_maps.hpp"
#include "relatile/tra/block_operator.hpp"
#include "relatile/transport/loopback.hpp"
#include "relatile/transport/mpi.hpp"

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

RELATILE_BACKEND void evaluate_nodes(const std::vector<tra::NodePtr>& wanted,
                                     transport::Transport& transport) {
  const Prepared prepared = prepare(wanted);
  if (prepared.roots.empty()) return;
  engine::run(plan_of(prepared, transport.num_sites(), transport.message_limit()), transport);
  for (std::size_t i = 0; i < prepared.results.size(); ++i) {
    prepared.originals[i]->value = prepared.results[i]->value;
    prepared.originals[i]->release_inputs();
  }
}

RELATILE_BACKEND std::string explain_planned(const std::vector<tra::NodePtr>& wanted,
                                             const transport::Transport& transport) {
  const Prepared prepared = prepare(wanted);
  plan::Plan plan = plan_of(prepared, transport.num_sites(), transport.message_limit());
  plan.alternatives = planner::alternatives(prepared.roots, plan);
  std::ostringstream out;
  plan::print(out, plan);
  return out.str();
}

RELATILE_BACKEND std::string explain_run(const engine::Report& report) {
  plan::Plan plan = report.plan;
  std::vector<tra::NodePtr> roots;
  for (const auto& result : plan.results) {
    roots.push_back(plan.nodes[static_cast<std::size_t>(result.first)]);
  }
  plan.alternatives = planner::alternatives(roots, plan);
  std::ostringstream out;
  plan::print(out, plan, &report.measured);
  out << "  peak memory of the plan: " << grouped(report.peak_bytes) << " B on the fullest site\n";
  return out.str();
}

RELATILE_BACKEND std::unique_ptr<transport::Transport> open_mpi(MPI_Comm communicator,
                                                                std::int64_t message_limit) {
  return std::make_unique<transport::Mpi>(communicator, message_limit);
}

RELATILE_BACKEND std::unique_ptr<transport::Transport> open_loopback(int num_sites,
                                                                     std::int64_t message_limit) {
  return std::make_unique<transport::Loopback>(num_sites, message_limit);
}

}  // namespace relatile::detail
