// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "relatile/cost/tensorplanner.hpp"
#include "relatile/placement/softmax_grid.hpp"
#include "relatile/planner/block_grids.hpp"
#include "relatile/planner/greedy.hpp"

namespace relatile::planner {

/// Every array in rows.
inline PartitionVector row_tiling(const Extents& shape, int num_sites) {
  PartitionVector parts(shape.size(), 1);
  if (!parts.empty()) parts[0] = num_sites;
  return parts;
}

/// Every array along its second axis; vectors along their only one.
inline PartitionVector column_tiling(const Extents& shape, int num_sites) {
  PartitionVector parts(shape.size(), 1);
  if (!parts.empty()) parts[parts.size() > 1 ? 1 : 0] = num_sites;
  return parts;
}

/// Every array in a grid, as square as may be, over its first two axes, the longer one cut finer.
inline PartitionVector block_tiling(const Extents& shape, int num_sites) {
  PartitionVector parts = row_tiling(shape, num_sites);
  if (parts.size() < 2) return parts;
  const cost::tensorplanner::Grid grid = cost::tensorplanner::grid_of(num_sites);
  const bool tall = shape[0] > shape[1];
  parts[0] = tall ? grid.columns : grid.rows;
  parts[1] = tall ? grid.rows : grid.columns;
  return parts;
}

/// Leaves the value of every node n in the partition `wanted(n)`, or the nearest one there is; how
/// the operator itself is laid out follows from what that costs.
template <class Wanted>
Choice plan_partitioned(const Problem& problem, std::string name, Wanted&& wanted) {
  Draft draft(problem);
  for (int n = 0; n < problem.size(); ++n) {
    if (problem.member(n).role != Role::free) continue;
    draft.state[static_cast<std::size_t>(n)] = nearest_state(problem, n, wanted(n));
  }
  draft = decide_in_order(problem, std::move(draft),
                          [&](int n) { return nearest_results(problem, n, wanted(n)); });
  return complete(problem, draft, std::move(name));
}

/// The same by shape alone: `tiling(shape, sites)`.
template <class Tiling>
Choice plan_tiled(const Problem& problem, std::string name, Tiling&& tiling) {
  return plan_partitioned(problem, std::move(name), [&](int n) {
    return tiling(problem.member(n).node->type.extents, problem.num_sites());
  });
}

inline Choice plan_row(const Problem& problem) { return plan_tiled(problem, "row", row_tiling); }
inline Choice plan_column(const Problem& problem) {
  return plan_tiled(problem, "column", column_tiling);
}
inline Choice plan_block(const Problem& problem) {
  return plan_tiled(problem, "block", block_tiling);
}

/// The grid of every node's value as NumS has it. What is neither created nor computed, such as
/// blocks under other keys, counts as created.
inline std::vector<PartitionVector> nums_grids(const Problem& problem) {
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

/// Inputs in NumS's automatic grid, results in the blocks that follow from it.
///
///   source  [nums22] section 4
inline Choice plan_nums_grid(const Problem& problem) {
  const auto grids = nums_grids(problem);
  return plan_partitioned(problem, "nums_grid",
                          [&](int n) { return grids[static_cast<std::size_t>(n)]; });
}

}  // namespace relatile::planner
