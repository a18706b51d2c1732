// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "relatile/planner/completion.hpp"
#include "relatile/planner/nearest.hpp"
#include "relatile/planner/read_prices.hpp"

namespace relatile::planner {

/// Prices the candidates of one node after another, what comes before it being decided: its work,
/// and its reads from where the operands are. An input that may be stored anywhere is where it
/// suits this node best.
class Greedy {
 public:
  explicit Greedy(const Problem& problem, Draft draft)
      : problem_(problem), draft_(std::move(draft)), reads_(problem) {}

  const Draft& draft() const { return draft_; }

  Price price(int n, int c) {
    Price total = problem_.work_price(n, c) + problem_.offer_price(n, c, state_after(n, c));
    for (int slot = 0; slot < problem_.num_slots(n); ++slot) {
      if (!problem_.repeats(n, slot, c)) total.cost += read(n, slot, c);
    }
    return total;
  }

  /// Decides node `n` for the cheapest of `candidates`, the first of several.
  void decide(int n, const std::vector<int>& candidates) {
    Price best = Price::impossible();
    for (int c : candidates) {
      const Price found = price(n, c);
      if (!(found < best)) continue;
      best = found;
      draft_.candidate[static_cast<std::size_t>(n)] = c;
    }
  }

  /// The state in which candidate `c` leaves node `n`.
  int state_after(int n, int c) const {
    const Member& m = problem_.member(n);
    const bool stays = m.role == Role::computed && m.node->pinned_placement.empty();
    return stays ? problem_.candidate(n, c).stored : 0;
  }

 private:
  double read(int n, int slot, int c) {
    const int need = problem_.candidate(n, c).needs[static_cast<std::size_t>(slot)];
    const int u = problem_.operand(n, slot);
    if (problem_.member(u).role == Role::anywhere) return 0;
    const int state = state_in(problem_, draft_, problem_.member(u).supplier);
    return state < 0 ? reads_.least(n, slot, need) : reads_.price(n, slot, need, state);
  }

  const Problem& problem_;
  Draft draft_;
  ReadPrices reads_;
};

/// Decides every node in the program's order, each for the cheapest of the candidates that
/// `preferred(n)` lists.
template <class Preferred>
Draft decide_in_order(const Problem& problem, Draft draft, Preferred&& preferred) {
  Greedy greedy(problem, std::move(draft));
  for (int n = 0; n < problem.size(); ++n) {
    if (problem.member(n).chooses()) greedy.decide(n, preferred(n));
  }
  return greedy.draft();
}

}  // namespace relatile::planner
