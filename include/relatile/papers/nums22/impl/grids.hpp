// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/nums22/grids.hpp"

#include "relatile/core/nth.hpp"
#include "relatile/papers/nums22/softmax_grid.hpp"
#include "relatile/planner/search/by_rule/fixed_tilings.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::papers {

RELATILE_INLINE std::vector<PartitionVector> nums_grids(const Problem& problem) {
  std::vector<PartitionVector> grids;
  for (int n = 0; n < problem.size(); ++n) {
    const tra::Node& node = *problem.member(n).node;
    if (problem.member(n).role != Role::computed) {
      grids.push_back(problem.member(n).role == Role::stored
                          ? parts_of(problem.stored(n, 0), node.type.rank())
                          : papers::nums22::softmax_grid(node.type.extents, problem.num_sites()));
      continue;
    }
    std::vector<PartitionVector> operands;
    for (int slot = 0; slot < problem.num_slots(n); ++slot) {
      operands.push_back(nth(grids, problem.operand(n, slot)));
    }
    grids.push_back(grid_of_result(node, blocks_of(node, operands, problem.num_sites())));
  }
  return grids;
}

RELATILE_INLINE Assignment plan_nums_grid(const Problem& problem) {
  const auto grids = nums_grids(problem);
  return plan_partitioned(problem, "nums_grid", [&](int n) { return nth(grids, n); });
}

}  // namespace relatile::papers
