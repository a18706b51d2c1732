// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "relatile/cost/tensorplanner.hpp"
#include "relatile/placement/softmax_grid.hpp"
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

/// Leaves every array in the partition that `tiling(shape, sites)` says, or the nearest one there
/// is; how the operator itself is laid out follows from what that costs.
template <class Tiling>
Choice plan_tiled(const Problem& problem, std::string name, Tiling&& tiling) {
  const auto wanted = [&](int n) {
    return tiling(problem.member(n).node->type.extents, problem.num_sites());
  };
  Draft draft(problem);
  for (int n = 0; n < problem.size(); ++n) {
    if (problem.member(n).role != Role::free) continue;
    draft.state[static_cast<std::size_t>(n)] = nearest_state(problem, n, wanted(n));
  }
  draft = decide_in_order(problem, std::move(draft),
                          [&](int n) { return nearest_results(problem, n, wanted(n)); });
  return complete(problem, draft, std::move(name));
}

inline Choice plan_row(const Problem& problem) { return plan_tiled(problem, "row", row_tiling); }
inline Choice plan_column(const Problem& problem) {
  return plan_tiled(problem, "column", column_tiling);
}
inline Choice plan_block(const Problem& problem) {
  return plan_tiled(problem, "block", block_tiling);
}
/// Every array in NumS's automatic grid.
///
///   source  [nums22] section 4
inline Choice plan_nums_grid(const Problem& problem) {
  return plan_tiled(problem, "nums_grid", placement::softmax_grid);
}

}  // namespace relatile::planner
