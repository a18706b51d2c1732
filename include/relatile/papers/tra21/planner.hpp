// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/papers/planning.hpp"
#include "relatile/papers/tra21/objective.hpp"
#include "relatile/planner/space/read_prices.hpp"

namespace relatile::papers {

/// The candidates of a node that the paper's rules lead to. A join broadcasts an operand, or
/// shuffles both on the join keys (R2-6): BMM and CPMM; or it replicates both over the grid of the
/// result's own keys: RMM. Everything else is any local operator with a SHUF before or, in two
/// phases, after it (R2-2 to R2-5).
RELATILE_INLINE std::vector<int> rewritings(const Problem& problem, int n);

/// Chooses among the rewritings bottom-up, under BCAST = f s and SHUF = f: the cheapest way to
/// every placement of every result. A result with several readers is settled before they are.
///
///   exact   in the space of the rules, on trees whose inputs are laid out in advance
///   source  [tra21] section 4; the paper gives rules and cost and leaves the search open
class Rewriting {
 public:
  explicit Rewriting(const Problem& problem);
  Rewriting(const Rewriting&) = delete;
  Rewriting& operator=(const Rewriting&) = delete;

  const PartialAssignment& decided() const { return decided_; }

 private:
  /// A way to have a node in some state: what all of it costs, and the operands' states.
  struct Way {
    Price price = Price::impossible();
    int candidate = 0;
    std::vector<int> states;  ///< per slot; -1 where the operand has no choice
  };
  using Ways = std::map<int, Way>;  ///< per state

  void find_ways(int n);

  /// The cheapest state to read an operand from, what it takes to have it so included.
  std::pair<Price, int> read(int n, int slot, int need);

  int cheapest(int n) const;

  /// Decides node `n` for `state`, and with it what is read by nobody else.
  void settle(int n, int state);

  const TraFloatsObjective floats_;
  const Problem rule_;
  PartialAssignment decided_;
  ReadPrices reads_;
  std::vector<Ways> ways_;
  std::vector<bool> settled_;
};

inline Assignment plan_tra(const Problem& problem) {
  return complete(problem, Rewriting(problem).decided(), "tra");
}

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tra21/impl/planner.hpp"
#endif
