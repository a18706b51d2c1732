// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/fixed_tilings.hpp"

#include "relatile/cost/tensorplanner.hpp"
#include "relatile/placement/softmax_grid.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

RELATILE_INLINE PartitionVector row_tiling(const Extents& shape, int num_sites) {
  PartitionVector parts(shape.size(), 1);
  if (!parts.empty()) parts[0] = num_sites;
  return parts;
}

RELATILE_INLINE PartitionVector column_tiling(const Extents& shape, int num_sites) {
  PartitionVector parts(shape.size(), 1);
  if (!parts.empty()) parts[parts.size() > 1 ? 1 : 0] = num_sites;
  return parts;
}

RELATILE_INLINE PartitionVector block_tiling(const Extents& shape, int num_sites) {
  PartitionVector parts = row_tiling(shape, num_sites);
  if (parts.size() < 2) return parts;
  const cost::tensorplanner::Grid grid = cost::tensorplanner::grid_of(num_sites);
  const bool tall = shape[0] > shape[1];
  parts[0] = tall ? grid.columns : grid.rows;
  parts[1] = tall ? grid.rows : grid.columns;
  return parts;
}

RELATILE_INLINE std::vector<PartitionVector> nums_grids(const Problem& problem) {
  std::vector<PartitionVector> grids;
  for (int n = 0; n < problem.size(); ++n) {
    const tra::Node& node = *problem.member(n).node;
    if (problem.member(n).role != Role::computed) {
      grids.push_back(problem.member(n).role == Role::stored
                          ? parts_of(problem.stored(n, 0), node.type.rank())
                          : placement::softmax_grid(node.type.extents, problem.num_sites()));
      continue;
    }
    std::vector<PartitionVector> operands;
    for (int slot = 0; slot < problem.num_slots(n); ++slot) {
      operands.push_back(grids[static_cast<std::size_t>(problem.operand(n, slot))]);
    }
    grids.push_back(grid_of_result(node, blocks_of(node, operands, problem.num_sites())));
  }
  return grids;
}

RELATILE_INLINE Choice plan_nums_grid(const Problem& problem) {
  const auto grids = nums_grids(problem);
  return plan_partitioned(problem, "nums_grid",
                          [&](int n) { return grids[static_cast<std::size_t>(n)]; });
}

}  // namespace relatile::planner
