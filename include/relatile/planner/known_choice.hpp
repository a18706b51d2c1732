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
/// what a site therefore needs of an array that is sliced, or has of it and works on, follows from
/// where the slice begins.
///
///   memory  what was chosen, and as much as a plan: neither nodes nor data, nor what was rejected
class KnownChoice {
 public:
  /// `emitted` is the choice written down, `order` that in which its steps run.
  KnownChoice(const Problem& problem, const Assignment& assignment, Emitted emitted,
              std::optional<StepOrder> order);

  /// A problem of `graph` (all nodes, operands first, as the planner lists them) in which there is
  /// nothing to choose but what was chosen. Null where that works on what sites have of a slice,
  /// and one has too much of this one.
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
  /// What of a member is chosen, and what that follows from.
  struct Chosen {
    Member member;      ///< without its node
    Reader copied_for;  ///< who needs its second copy, if it has one
    int operand = -1;   ///< where it works in that one's place, or is it by another name
    int way = 0;        ///< where it works in another one's place, how it sums contributions
  };
  static Chosen chosen(const Problem& problem, const Assignment& assignment, int n);
  /// Where node `n` works and is stored, now that its operands are known; false if it can't.
  bool set_place(std::vector<Member>& members, int n) const;
  /// What of it is in a second copy, now that its readers are known.
  void set_copy(std::vector<Member>& members, int n) const;
  static const placement::Sharding& stored_of(const std::vector<Member>& members, int n);

  int num_sites_;
  std::vector<Chosen> chosen_;  ///< operands first
  Assignment assignment_;
  Price price_;
  bool optimal_;
  Emitted emitted_;
  std::optional<StepOrder> order_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/known_choice.hpp"
#endif
