// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/objective.hpp"
#include "relatile/planner/problem.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// What a search chose for a program, to be followed by another one of the same form (see
/// tra/graph_key.hpp), whose slices begin elsewhere: how work is cut and where values are, while
/// what a site therefore needs of an array that is sliced follows from where the slice begins.
///
///   memory  of each operator what was chosen: neither nodes nor data, nor what was rejected
class KnownChoice {
 public:
  KnownChoice(const Problem& problem, const Assignment& assignment);

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

 private:
  static Member chosen(const Problem& problem, const Assignment& assignment, int n);

  int num_sites_;
  std::vector<Member> members_;         ///< without their nodes
  std::vector<Reader> replica_reader_;  ///< per member, who needs its second copy; if it has one
  Assignment assignment_;
  Price price_;
  bool optimal_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/known_choice.hpp"
#endif
