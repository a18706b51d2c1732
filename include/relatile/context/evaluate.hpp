// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "relatile/context/backend_functions.hpp"
#include "relatile/context/other_ways.hpp"
#include "relatile/context/prepared.hpp"
#include "relatile/engine/run.hpp"
#include "relatile/engine/same_program.hpp"
#include "relatile/expr/shown_value.hpp"
#include "relatile/grad/origins.hpp"
#include "relatile/plan/verify.hpp"
#include "relatile/planner/order_cache.hpp"
#include "relatile/planner/plan_for.hpp"
#include "relatile/planner/plan_history.hpp"
#include "relatile/rules/graph_rules.hpp"
#include "relatile/tra/block_operator.hpp"
#include "relatile/tra/graph.hpp"
#include "relatile/transport/loopback.hpp"
#include "relatile/transport/mpi.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/together.hpp"

namespace relatile::detail {

RELATILE_INLINE void require_at_home(const std::vector<tra::NodePtr>& wanted,
                                     const transport::Transport& transport) {
  const auto refuse = [&](const tra::Node& node, const std::string& why) {
    throw WrongContext("relatile: " + tra::description(node) + " of shape " +
                       to_string(node.type.extents) + " " + why +
                       "; take its elements out with to_vector or to_eigen in its own context, and "
                       "in with from_span or from_eigen here");
  };
  for (const auto& node : tra::topological_order(wanted)) {
    if (node->evaluated()) {
      const HomePtr& home = node->value->home;
      if (!home || home == transport.home()) continue;
      refuse(*node, home->open ? "lives in another context than the current one, of " +
                                     std::to_string(transport.num_sites()) + " sites"
                               : "lived in a context that has ended");
    }
    const std::size_t pinned = node->pins.boxes.size();
    if (pinned != 0 && pinned != static_cast<std::size_t>(transport.num_sites())) {
      refuse(*node, "was placed by hand on the " + std::to_string(pinned) +
                        " sites of another context; the current one has " +
                        std::to_string(transport.num_sites()));
    }
  }
}

RELATILE_INLINE void require_living_variables(const std::vector<tra::NodePtr>& wanted) {
  const auto end = reinterpret_cast<std::uintptr_t>(AskedFrom::stack());
  const StackBounds& stack = stack_bounds();
  if (end < stack.low || end >= stack.high) return;
  for (const auto& node : tra::topological_order(wanted)) {
    if (node->evaluated()) continue;
    for (const auto* identity : engine::identities_of(*node)) {
      for (const std::uintptr_t variable : identity->variables) {
        if (variable < stack.low || variable >= end) continue;
        throw Error("relatile: " + tra::description(*node) +
                    ": its kernel refers to a variable of a function that has returned; kernels "
                    "run when a value is needed, so let them capture by value ([=], not [&])");
      }
    }
  }
}

/// The other ways of some operators, the rules that run in every evaluation, and the orders of
/// einsums of many operands.
RELATILE_INLINE rules::RewrittenGraph rewrite(const AskedFor& asked,
                                              const std::vector<tra::NodePtr>& other_ways,
                                              int num_sites, const planner::PlanOptions& options,
                                              const planner::PlanHistory& history,
                                              Prepared& prepared) {
  rules::require_rules(options.disabled_rules);
  rules::RewrittenGraph graph;
  graph.roots = asked.roots;
  if (!other_ways.empty()) rules::follow(by_other_ways(asked.order, other_ways), graph);
  const auto& all = rules::graph_rules();
  for (const auto& rule : all) {
    if (rule.before_splitting) rules::apply(rule, options.disabled_rules, graph);
  }
  auto split =
      planner::expand_remembered(graph.roots, num_sites, options, history, prepared.orders);
  prepared.best_orders = split.exact;
  if (!split.orders.empty()) rules::follow(std::move(split.rewritten), graph);
  for (const auto& rule : all) {
    if (!rule.before_splitting) rules::apply(rule, options.disabled_rules, graph);
  }
  prepared.rules = graph.applied;
  return graph;
}

/// Has a node of the user's keep the value of what is computed in its place.
RELATILE_INLINE void keep(const tra::NodePtr& node, const tra::NodePtr& now, Prepared& prepared) {
  const auto known = std::find(prepared.results.begin(), prepared.results.end(), now);
  if (known != prepared.results.end()) {
    prepared.twins.emplace_back(node, std::size_t(known - prepared.results.begin()));
    return;
  }
  prepared.results.push_back(now);
  prepared.originals.push_back(node);
}

RELATILE_INLINE Prepared prepared_by(const AskedFor& asked,
                                     const std::vector<tra::NodePtr>& other_ways, int num_sites,
                                     const planner::PlanOptions& options,
                                     const planner::PlanHistory& history) {
  Prepared prepared;
  prepared.last_read = asked.last_read;
  prepared.lost_names = asked.lost_names;
  const rules::RewrittenGraph graph =
      rewrite(asked, other_ways, num_sites, options, history, prepared);
  for (const auto& root : graph.roots) {
    const bool known =
        std::find(prepared.roots.begin(), prepared.roots.end(), root) != prepared.roots.end();
    if (!known) prepared.roots.push_back(root);
  }
  std::unordered_set<const tra::Node*> alive;
  for (const auto& node : tra::topological_order(prepared.roots)) alive.insert(node.get());
  const std::vector<tra::NodePtr>& roots = asked.roots;
  const auto is_root = [&](const tra::NodePtr& node) {
    return std::find(roots.begin(), roots.end(), node) != roots.end();
  };
  std::unordered_set<const tra::Node*> shown_before;
  for (const auto& node : asked.order) {
    if (node->evaluated()) continue;
    const bool root = is_root(node);
    if (root || (node->held_by_user() && alive.contains(graph.at(node).get()))) {
      if (root || node->type.elements || !node->type.has_holes()) {
        keep(node, graph.at(node), prepared);
      }
    } else if (const tra::NodePtr shown = shown_value(*node)) {
      // Where only a part of it is computed, which has fewer elements, that is not its value.
      const tra::NodePtr& now = graph.at(shown);
      const bool computed = alive.contains(now.get()) && now->type.extents == shown->type.extents;
      const bool is_new = shown_before.insert(shown.get()).second;  // two views may show one value
      if (computed && is_new && !is_root(shown)) keep(shown, now, prepared);
    }
  }
  return prepared;
}

/// Small parts that have names become roots, or they would be fused into who reads them.
RELATILE_INLINE void add_small_parts(AskedFor& asked) {
  std::vector<tra::NodePtr>& roots = asked.roots;
  for (const auto& node : asked.order) {
    if (!is_small_part(*node)) continue;
    if (std::find(roots.begin(), roots.end(), node) == roots.end()) roots.push_back(node);
  }
}

RELATILE_INLINE AskedFor asked_for(const std::vector<tra::NodePtr>& wanted,
                                   const transport::Transport& transport) {
  require_at_home(wanted, transport);
  require_living_variables(wanted);
  AskedFor asked;
  std::vector<tra::NodePtr>& roots = asked.roots;
  for (const auto& node : wanted) {
    if (node->evaluated() || std::find(roots.begin(), roots.end(), node) != roots.end()) continue;
    if (!node->type.elements) tra::require_closed("evaluate", *node);
    roots.push_back(node);
  }
  if (roots.empty()) return asked;
  asked.order = tra::topological_order(roots);
  asked.lost_names = LostNames(asked.order, roots);
  add_small_parts(asked);
  asked.last_read = tra::last_read_by(asked.order, roots);
  note_origins(roots);
  return asked;
}

RELATILE_INLINE Prepared prepare(const std::vector<tra::NodePtr>& wanted,
                                 const transport::Transport& transport,
                                 const planner::PlanOptions& options,
                                 const planner::PlanHistory& history) {
  const AskedFor asked = asked_for(wanted, transport);
  if (asked.roots.empty()) return {};
  return prepared_by_best_ways(asked, transport, options, history);
}

RELATILE_INLINE std::vector<int> positions_of(const std::vector<tra::NodePtr>& nodes,
                                              const std::vector<tra::NodePtr>& graph) {
  std::vector<int> positions;
  for (const auto& node : nodes) {
    positions.push_back(
        static_cast<int>(std::find(graph.begin(), graph.end(), node) - graph.begin()));
  }
  return positions;
}

RELATILE_INLINE ProgramKey key_of(const Prepared& prepared, const transport::Transport& transport,
                                  const std::vector<tra::NodePtr>& graph) {
  ProgramKey key;
  key.plan = planner::plan_key(graph, positions_of(prepared.results, graph), transport.num_sites(),
                               transport.message_limit());
  const bool alone = transport.num_sites() == std::ssize(transport.local_sites());
  if (!alone) {
    key.values = engine::ProgramHash(key.plan.form + key.plan.offsets, graph).value();
  }
  return key;
}

RELATILE_INLINE planner::PlanHistory::Found find_plan(const Prepared& prepared,
                                                      const transport::Transport& transport,
                                                      const planner::PlanOptions& options,
                                                      const planner::PlanHistory& history,
                                                      const std::vector<tra::NodePtr>& graph,
                                                      const tra::GraphKey& key) {
  const auto search = [&] {
    return planner::search_plan(prepared.roots, prepared.results, transport.num_sites(), options,
                                transport.message_limit());
  };
  return history.plan(key, options, graph, prepared.results, transport.message_limit(),
                      [&] { return planner::plan_cache().plan(key, options, graph, search); });
}

RELATILE_INLINE plan::Plan plan_of(const Prepared& prepared, const planner::KnownPlan& known,
                                   const std::vector<tra::NodePtr>& graph) {
  plan::Plan plan = known.of(graph);
  plan.optimal = plan.optimal && prepared.best_orders;
  plan.rules = prepared.rules;
  plan.other_ways = prepared.other_ways;
  return plan;
}

RELATILE_INLINE plan::Plan plan_of(const Prepared& prepared, const transport::Transport& transport,
                                   const planner::PlanOptions& options,
                                   const planner::PlanHistory& history) {
  const std::vector<tra::NodePtr> graph = tra::topological_order(prepared.roots);
  tra::GraphKey key = key_of(prepared, transport, graph).plan;
  if (options.memory_per_rank > 0) key.form += planner::memory_key(graph);
  const auto found = find_plan(prepared, transport, options, history, graph, key);
  return plan_of(prepared, *found.plan, graph);
}

RELATILE_INLINE std::string line_of(const std::vector<tra::NodePtr>& wanted) {
  if (!AskedFrom::text().empty()) return AskedFrom::text();
  return wanted.empty() ? std::string() : wanted.front()->where;
}

RELATILE_INLINE void evaluate_nodes(const std::vector<tra::NodePtr>& wanted,
                                    transport::Transport& transport,
                                    const planner::PlanOptions& options,
                                    planner::PlanHistory& history) {
  const transport::Operation operation("evaluate", {}, line_of(wanted));
  Prepared prepared;
  const auto prepare_all = [&] {
    prepared = {};  // its references are none of the program's
    prepared = prepare(wanted, transport, options, history);
  };
  transport::Outcome outcome = transport::attempt(prepare_all);
  if (!outcome.exception && prepared.roots.empty()) return;
  std::vector<tra::OtherWay*> looking;
  if (!outcome.exception) {
    outcome = transport::attempt(
        [&] { looking = ways_to_look(prepared.not_looked_at, transport, options); });
  }
  // A site that is not prepared tells so where the others, who look, agree on what to run for that.
  if (!outcome.exception && !looking.empty()) {
    for (tra::OtherWay* const way : looking) way->look();
    outcome = transport::attempt(prepare_all);
  }
  ProgramKey key;
  planner::PlanHistory::Found found;
  std::vector<SentByOwnWay> sent;
  run_prepared(prepared, wanted, outcome, transport, [&] {
    const std::vector<tra::NodePtr> graph = tra::topological_order(prepared.roots);
    key = key_of(prepared, transport, graph);
    if (options.memory_per_rank > 0) key.plan.form += planner::memory_key(graph);
    found = find_plan(prepared, transport, options, history, graph, key.plan);
    // A cap is on all that the process holds.
    if (options.memory_per_rank > 0) buffer_pool().trim();
    engine::Planned planned{plan_of(prepared, *found.plan, graph), key.values, found.plan->programs,
                            std::make_shared<const planner::PlanOptions>(options),
                            prepared.last_read};
    if (!prepared.not_looked_at.empty()) sent = sent_by_own_ways(planned.plan);
    return planned;
  });
  for (const SentByOwnWay& one : sent) one.way->add_sent(one.bytes);
  try {
    history.remember(key.plan, options, found);
    if (prepared.orders) history.remember(*prepared.orders, options);
  } catch (const std::bad_alloc&) {  // the others remember it, and would plan otherwise
    transport.give_up("out of memory while a plan was remembered");
  }
}

RELATILE_INLINE void end_without_memory(MPI_Comm communicator) {
  int up = 0;
  MPI_Initialized(&up);
  if (!up || communicator == MPI_COMM_NULL) return;
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &size);
  if (size == 1) return;
  transport::MpiJob(communicator, rank, size).end("out of memory while making a context");
}

RELATILE_INLINE std::unique_ptr<transport::Transport> open_mpi(MPI_Comm communicator,
                                                               std::int64_t message_limit) {
  const char* const shares = std::getenv("RELATILE_SHARED_MEMORY");
  return made_or_end<transport::Mpi>(communicator, communicator, message_limit,
                                     !shares || std::string_view(shares) != "0");
}

RELATILE_INLINE std::unique_ptr<transport::Transport> open_loopback(int num_sites,
                                                                    std::int64_t message_limit) {
  return std::make_unique<transport::Loopback>(num_sites, message_limit);
}

}  // namespace relatile::detail
