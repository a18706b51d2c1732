// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/union_prices.hpp"

#include <algorithm>
#include <cstddef>

#include "relatile/core/nth.hpp"

namespace relatile::planner {

RELATILE_INLINE UnionPrices::UnionPrices(const Problem& problem, int n, int slot)
    : problem_(problem), n_(n), operand_(problem.operand(n, slot)) {
  const OutputLayouts& offered = problem.output_layouts(operand_);
  num_copies_ = offered.states.size() + offered.replicas.size();
}

RELATILE_INLINE double UnionPrices::least(int option, const SlotNeeds& missing, Row& row) {
  const OutputLayouts& offered = problem_.output_layouts(operand_);
  const int state = offered.state(option);
  double& stored = nth(row, state);
  if (stored < 0) stored = from(problem_.stored(operand_, option), missing);
  const placement::Sharding* const second = problem_.second(operand_, option);
  if (!second) return stored;
  double& copied = nth(row, static_cast<int>(offered.states.size()) + offered.replica(option));
  if (copied < 0) {
    const bool is_whole = placement::covers(*second, problem_.member(operand_).node->type.extents);
    copied = is_whole ? from(*second, missing) : Price::impossible().cost;
  }
  return std::min(stored, copied);
}

RELATILE_INLINE double UnionPrices::from(const placement::Sharding& copy,
                                         const SlotNeeds& missing) {
  std::vector<const placement::Sharding*> parts;
  for (const auto& [slot, need] : missing) {
    parts.push_back(&nth(nth(problem_.member(n_).space->needs, slot), need));
  }
  num_priced_ += static_cast<double>(parts.size());
  return problem_.joint_price(problem_.member(operand_).node->type, copy, parts);
}

}  // namespace relatile::planner
