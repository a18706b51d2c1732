// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

#include "relatile/planner/problem.hpp"

namespace relatile::planner {

/// What it costs to read operands from the states of their suppliers, without second copies. Every
/// price is found when it is first asked for, once for all equal parts of a program.
class ReadPrices {
 public:
  explicit ReadPrices(const Problem& problem) : problem_(problem) {}

  /// Operand `slot` of node `n` in its `need`-th placement, if the supplier is in `state`.
  double price(int n, int slot, int need, int state) {
    std::vector<double>& row = row_of(n, slot, need);
    double& known = row[static_cast<std::size_t>(state)];
    if (known < 0) known = found(n, slot, need, state);
    return known;
  }
  /// The same for the state that suits best.
  double least(int n, int slot, int need) {
    std::vector<double>& row = row_of(n, slot, need);
    if (row.back() >= 0) return row.back();
    double best = std::numeric_limits<double>::infinity();
    for (int state = 0; state + 1 < static_cast<int>(row.size()); ++state) {
      best = std::min(best, price(n, slot, need, state));
    }
    return row.back() = best;
  }

 private:
  /// Per state of the supplier, then the least of all; -1 where it is not known yet.
  std::vector<double>& row_of(int n, int slot, int need) {
    const int u = problem_.operand(n, slot);
    const bool renamed = problem_.member(u).role == Role::renamed;
    const void* from = renamed ? static_cast<const void*>(&problem_.member(u))
                               : static_cast<const void*>(&problem_.supply(u));
    auto& row = rows_[{from, problem_.member(n).space.get(), slot, need}];
    if (row.empty()) row.assign(problem_.supply(u).states.size() + 1, -1.0);
    return row;
  }
  double found(int n, int slot, int need, int state) const {
    const int u = problem_.operand(n, slot);
    if (problem_.member(u).role == Role::anywhere) return 0;
    const auto& needs = problem_.member(n).space->needs[static_cast<std::size_t>(slot)];
    return problem_.move_price(problem_.member(u).node->type, problem_.stored(u, state),
                               needs[static_cast<std::size_t>(need)]);
  }

  const Problem& problem_;
  std::map<std::tuple<const void*, const void*, int, int>, std::vector<double>> rows_;
};

}  // namespace relatile::planner
