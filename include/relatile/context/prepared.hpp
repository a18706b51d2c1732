// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/engine/run.hpp"
#include "relatile/expr/lost_names.hpp"
#include "relatile/expr/other_way.hpp"
#include "relatile/expr/recipe.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/plan_history.hpp"
#include "relatile/planner/plan_options.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/together.hpp"
#include "relatile/transport/transport.hpp"

// What evaluating, explaining and saving have in common.

namespace relatile::detail {

/// Roots after the rewriting rules, and what else is to be kept: nodes the user has handles of.
struct Prepared {
  std::vector<tra::NodePtr> roots;
  std::vector<tra::NodePtr> results;    ///< rewritten nodes
  std::vector<tra::NodePtr> originals;  ///< the user's nodes, in the same order
  /// Nodes of the user's whose value is that of the result of this number, too.
  std::vector<std::pair<tra::NodePtr, std::size_t>> twins;
  std::vector<plan::AppliedRule> rules;            ///< those that changed something
  std::vector<const tra::StoredValue*> last_read;  ///< by the roots: nobody else knows of them
  bool best_orders = true;  ///< of einsums of many operands: no others are cheaper
  std::optional<planner::OrdersOfGraph> orders;  ///< of these, if there are such
  std::vector<plan::Alternative> other_ways;     ///< that were weighed and not taken
  std::vector<tra::NodePtr> not_looked_at;       ///< the user's nodes that have such, unknown yet
  LostNames lost_names;                          ///< some have names as long as this lives
};

/// Throws WrongContext if a graph has values, or placements by hand, of another context.
RELATILE_INLINE void require_at_home(const std::vector<tra::NodePtr>& wanted,
                                     const transport::Transport& transport);

/// Throws Error if a kernel holds a reference to a variable of a function that has returned, as far
/// as the stack tells: kernels run when values are needed, which may be much later.
RELATILE_INLINE void require_living_variables(const std::vector<tra::NodePtr>& wanted);

/// What is asked for and not there yet.
struct AskedFor {
  std::vector<tra::NodePtr> roots;
  std::vector<tra::NodePtr> order;                 ///< of all nodes, operands first
  std::vector<const tra::StoredValue*> last_read;  ///< by the roots
  LostNames lost_names;
};

/// Throws what the two above do, and Error for nodes that are no closed relations.
RELATILE_INLINE AskedFor asked_for(const std::vector<tra::NodePtr>& wanted,
                                   const transport::Transport& transport);

/// After all rules, some operators taken by their other way.
RELATILE_INLINE Prepared prepared_by(const AskedFor& asked,
                                     const std::vector<tra::NodePtr>& other_ways, int num_sites,
                                     const planner::PlanOptions& options,
                                     const planner::PlanHistory& history);

/// What is asked for, each operator by the way that is cheaper as far as that is known. Throws what
/// asked_for does.
RELATILE_INLINE Prepared prepare(const std::vector<tra::NodePtr>& wanted,
                                 const transport::Transport& transport,
                                 const planner::PlanOptions& options,
                                 const planner::PlanHistory& history);

/// The positions of the nodes to keep in the graph that is planned.
RELATILE_INLINE std::vector<int> positions_of(const std::vector<tra::NodePtr>& nodes,
                                              const std::vector<tra::NodePtr>& graph);

/// All that decides a plan but for the options and what ran before, and, as a hash, all that
/// decides the values.
struct ProgramKey {
  tra::GraphKey plan;
  std::int64_t values = 0;
};

RELATILE_INLINE ProgramKey key_of(const Prepared& prepared, const transport::Transport& transport,
                                  const std::vector<tra::NodePtr>& graph);

/// The plan for what was prepared: remembered, following a known choice, or searched for.
RELATILE_INLINE planner::PlanHistory::Found find_plan(const Prepared& prepared,
                                                      const transport::Transport& transport,
                                                      const planner::PlanOptions& options,
                                                      const planner::PlanHistory& history,
                                                      const std::vector<tra::NodePtr>& graph,
                                                      const tra::GraphKey& key);
/// The same, ready to run on the graph that it was found for.
RELATILE_INLINE plan::Plan plan_of(const Prepared& prepared, const planner::KnownPlan& known,
                                   const std::vector<tra::NodePtr>& graph);
/// The plan that evaluating would follow now.
RELATILE_INLINE plan::Plan plan_of(const Prepared& prepared, const transport::Transport& transport,
                                   const planner::PlanOptions& options,
                                   const planner::PlanHistory& history);

/// The line of the program that asks for these nodes, as far as it is known.
RELATILE_INLINE std::string line_of(const std::vector<tra::NodePtr>& wanted);

/// Gives a node of the user's the value that was computed for another one in its place, and what is
/// known of it now that it is there.
inline void take_value(tra::Node& node, const tra::Node& computed) {
  node.value = computed.value;
  node.type.object_bytes = computed.type.object_bytes;
  node.type.estimated = computed.type.estimated;
  tra::forget_other_way(node);
  node.release_inputs();
}

/// Runs the plan that `make` makes of what was prepared, and gives the user's nodes their values.
/// Collective: a site that has no plan tells the others why, and all throw the same.
///
///   make  gives a plan and the hash of what it computes; it may throw
template <class Make>
void run_prepared(const Prepared& prepared, const std::vector<tra::NodePtr>& wanted,
                  const transport::Outcome& outcome, transport::Transport& transport, Make&& make) {
  engine::PreparedRun run(transport);
  if (outcome.exception) {
    run.fail(outcome);
  } else {
    run.prepare(std::forward<Make>(make));
  }
  Recipes recipes;
  for (const auto& original : prepared.originals) recipes.note(original);
  for (const auto& twin : prepared.twins) recipes.note(twin.first);
  engine::run(run, wanted);
  for (std::size_t i = 0; i < prepared.results.size(); ++i) {
    take_value(*prepared.originals[i], *prepared.results[i]);
  }
  for (const auto& [twin, i] : prepared.twins) {
    take_value(*twin, *prepared.results[i]);
  }
  recipes.store();
  prepared.lost_names.note();
}

}  // namespace relatile::detail
