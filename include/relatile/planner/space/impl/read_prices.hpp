// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/read_prices.hpp"

#include <algorithm>
#include <limits>

#include "relatile/core/nth.hpp"

namespace relatile::planner {

RELATILE_INLINE double ReadPrices::price(int n, int slot, int need, int state) {
  std::vector<double>& row = row_of(n, slot, need);
  double& known = nth(row, state);
  if (known < 0) known = found(n, slot, need, state);
  return known;
}

RELATILE_INLINE double ReadPrices::least(int n, int slot, int need) {
  std::vector<double>& row = row_of(n, slot, need);
  if (row.back() >= 0) return row.back();
  double best = std::numeric_limits<double>::infinity();
  for (int state = 0; state + 1 < static_cast<int>(row.size()); ++state) {
    best = std::min(best, price(n, slot, need, state));
  }
  return row.back() = best;
}

RELATILE_INLINE std::vector<double>& ReadPrices::row_of(int n, int slot, int need) {
  const int u = problem_.operand(n, slot);
  const bool renamed = problem_.member(u).role == Role::renamed;
  const void* from = renamed ? static_cast<const void*>(&problem_.member(u))
                             : static_cast<const void*>(&problem_.output_layouts(u));
  auto& row = rows_[{from, problem_.member(n).space.get(), slot, need}];
  if (row.empty()) row.assign(problem_.output_layouts(u).states.size() + 1, -1.0);
  return row;
}

RELATILE_INLINE double ReadPrices::found(int n, int slot, int need, int state) const {
  const int u = problem_.operand(n, slot);
  if (problem_.member(u).role == Role::anywhere) return 0;
  const auto& needs = nth(problem_.member(n).space->needs, slot);
  return problem_.move_price(problem_.member(u).node->type, problem_.stored(u, state),
                             nth(needs, need));
}

}  // namespace relatile::planner
