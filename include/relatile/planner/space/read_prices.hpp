// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

/// What it costs to read operands from the states of their suppliers, without second copies. Every
/// price is found when it is first asked for, once for all equal parts of a program.
class ReadPrices {
 public:
  explicit ReadPrices(const Problem& problem) : problem_(problem) {}

  /// Operand `slot` of node `n` in its `need`-th placement, if the supplier is in `state`.
  double price(int n, int slot, int need, int state);
  /// The same for the state that suits best.
  double least(int n, int slot, int need);

 private:
  /// Per state of the supplier, then the least of all; -1 where it is not known yet.
  std::vector<double>& row_of(int n, int slot, int need);
  double found(int n, int slot, int need, int state) const;

  const Problem& problem_;
  std::map<std::tuple<const void*, const void*, int, int>, std::vector<double>> rows_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/read_prices.hpp"
#endif
