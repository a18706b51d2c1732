// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/greedy.hpp"

#include "relatile/core/nth.hpp"
#include "relatile/planner/search/nearest.hpp"

namespace relatile::planner {

RELATILE_INLINE Price Greedy::price(int n, int c) {
  Price total = problem_.work_price(n, c) + problem_.offer_price(n, c, state_after(n, c));
  for (int slot = 0; slot < problem_.num_slots(n); ++slot) {
    if (!problem_.repeats(n, slot, c)) total.cost += read(n, slot, c);
  }
  return total;
}

RELATILE_INLINE void Greedy::decide(int n, const std::vector<int>& candidates) {
  Price best = Price::impossible();
  for (int c : candidates) {
    const Price found = price(n, c);
    if (!(found < best)) continue;
    best = found;
    nth(decided_.candidate, n) = c;
  }
}

RELATILE_INLINE int Greedy::state_after(int n, int c) const {
  const Member& m = problem_.member(n);
  return m.follows_candidate() ? problem_.candidate(n, c).stored : 0;
}

RELATILE_INLINE double Greedy::read(int n, int slot, int c) {
  const int need = nth(problem_.candidate(n, c).needs, slot);
  const int u = problem_.operand(n, slot);
  if (problem_.member(u).role == Role::anywhere) return 0;
  const int state = state_in(problem_, decided_, problem_.member(u).supplier);
  return state < 0 ? reads_.least(n, slot, need) : reads_.price(n, slot, need, state);
}

}  // namespace relatile::planner
