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
  for (int s = 0; s < static_cast<int>(offered.states.size()); ++s) {
    states_.push_back(problem.stored(operand_, s).written_down());
  }
  for (const auto& replica : offered.replicas) replicas_.push_back(replica.written_down());
}

RELATILE_INLINE double UnionPrices::least(int option, const SlotNeeds& missing, Row& row) {
  const OutputLayouts& offered = problem_.output_layouts(operand_);
  const int state = offered.state(option);
  double& stored = nth(row, state);
  if (stored < 0) stored = from(nth(states_, state), missing);
  if (!problem_.second(operand_, option)) return stored;
  const int replica = offered.replica(option);
  double& copied = nth(row, static_cast<int>(states_.size()) + replica);
  if (copied < 0) {
    const placement::Sharding& second = nth(replicas_, replica);
    const bool is_whole = placement::covers(second, problem_.member(operand_).node->type.extents);
    copied = is_whole ? from(second, missing) : Price::impossible().cost;
  }
  return std::min(stored, copied);
}

RELATILE_INLINE double UnionPrices::from(const placement::Sharding& copy,
                                         const SlotNeeds& missing) {
  num_priced_ += static_cast<double>(missing.size());
  return problem_.joint_price(problem_.member(operand_).node->type, copy, together(missing));
}

RELATILE_INLINE const cost::PartsTogether& UnionPrices::together(const SlotNeeds& missing) {
  const auto known = together_.find(missing);
  if (known != together_.end()) return known->second;
  if (together_.size() == most_kept) together_.clear();
  std::vector<const placement::Sharding*> parts;
  for (const auto& [slot, need] : missing) {
    parts.push_back(&nth(nth(problem_.member(n_).space->needs, slot), need));
  }
  return together_.try_emplace(missing, parts).first->second;
}

}  // namespace relatile::planner
