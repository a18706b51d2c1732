// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/emit.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/planner/space/problem.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// An order of the steps of a plan that was written down: which they are, one after the other, and
/// which of them begin early.
struct StepOrder {
  std::vector<int> steps;
  std::vector<bool> early;
};

/// What a search chose for a program, to be followed by another one of the same form (see
/// tra/graph_key.hpp), whose slices begin elsewhere: how work is cut and where values are, while
/// what a site therefore needs of an array that is sliced follows from where the slice begins.
///
///   memory  what was chosen, and as much as a plan: neither nodes nor data, nor what was rejected
class KnownChoice {
 public:
  /// `emitted` is the choice written down, `order` that in which its steps run.
  KnownChoice(const Problem& problem, const Assignment& assignment, Emitted emitted,
              std::optional<StepOrder> order);

  /// A problem of `graph` (all nodes, operands first, as the planner lists them) in which there is
  /// nothing to choose but what was chosen.
  std::unique_ptr<const Problem> problem_of(const std::vector<tra::NodePtr>& graph,
                                            const Objective& objective) const;
  /// What it was, in such a problem: without a price, and not proved to be the cheapest.
  const Assignment& assignment() const { return assignment_; }
  /// The price that it was chosen for.
  Price price() const { return price_; }
  /// Whether that was proved to be the least.
  bool was_optimal() const { return optimal_; }
  const Emitted& emitted() const { return emitted_; }
  /// The order in which its steps run; nothing if passes have cut them into slices.
  const std::optional<StepOrder>& order() const { return order_; }

 private:
  static Member chosen(const Problem& problem, const Assignment& assignment, int n);

  int num_sites_;
  std::vector<Member> members_;         ///< without their nodes
  std::vector<Reader> replica_reader_;  ///< per member, who needs its second copy; if it has one
  Assignment assignment_;
  Price price_;
  bool optimal_;
  Emitted emitted_;
  std::optional<StepOrder> order_;
};

/// Whether an array is read by parts, so that there may be a program of the same form that reads
/// others.
RELATILE_INLINE bool has_slices(const std::vector<tra::NodePtr>& graph);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/known_choice.hpp"
#endif
