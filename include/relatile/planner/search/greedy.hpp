// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/search/completion.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/planner/space/problem.hpp"
#include "relatile/planner/space/read_prices.hpp"

namespace relatile::planner {

/// Prices the candidates of one node after another, what comes before it being decided: its work,
/// and its reads from where the operands are. An input that may be stored anywhere is where it
/// suits this node best.
class Greedy {
 public:
  explicit Greedy(const Problem& problem, PartialAssignment decided)
      : problem_(problem), decided_(std::move(decided)), reads_(problem) {}

  const PartialAssignment& decided() const { return decided_; }

  Price price(int n, int c);

  /// Decides node `n` for the cheapest of `candidates`, the first of several.
  void decide(int n, const std::vector<int>& candidates);

  /// The state in which candidate `c` leaves node `n`.
  int state_after(int n, int c) const;

 private:
  double read(int n, int slot, int c);

  const Problem& problem_;
  PartialAssignment decided_;
  ReadPrices reads_;
};

/// Decides every node in the program's order, each for the cheapest of the candidates that
/// `preferred(n)` lists.
template <class Preferred>
PartialAssignment decide_in_order(const Problem& problem, PartialAssignment decided,
                                  Preferred&& preferred) {
  Greedy greedy(problem, std::move(decided));
  for (int n = 0; n < problem.size(); ++n) {
    if (problem.member(n).chooses()) greedy.decide(n, preferred(n));
  }
  return greedy.decided();
}

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/greedy.hpp"
#endif
