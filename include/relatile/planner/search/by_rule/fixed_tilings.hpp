// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/planner/search/completion.hpp"
#include "relatile/planner/search/greedy.hpp"
#include "relatile/planner/search/nearest.hpp"
#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

/// Every array in rows.
RELATILE_INLINE PartitionVector row_tiling(const Extents& shape, int num_sites);

/// Every array along its second axis; vectors along their only one.
RELATILE_INLINE PartitionVector column_tiling(const Extents& shape, int num_sites);

/// Every array in a grid, as square as may be, over its first two axes, the longer one cut finer.
RELATILE_INLINE PartitionVector block_tiling(const Extents& shape, int num_sites);

/// Leaves the value of every node n in the partition `wanted(n)`, or the nearest one there is; how
/// the operator itself is laid out follows from what that costs.
template <class Wanted>
Assignment plan_partitioned(const Problem& problem, std::string name, Wanted&& wanted) {
  PartialAssignment decided(problem);
  for (int n = 0; n < problem.size(); ++n) {
    if (problem.member(n).role != Role::free) continue;
    nth(decided.state, n) = nearest_state(problem, n, wanted(n));
  }
  decided = decide_in_order(problem, std::move(decided),
                            [&](int n) { return nearest_results(problem, n, wanted(n)); });
  return complete(problem, decided, std::move(name));
}

/// The same by shape alone: `tiling(shape, sites)`.
template <class Tiling>
Assignment plan_tiled(const Problem& problem, std::string name, Tiling&& tiling) {
  return plan_partitioned(problem, std::move(name), [&](int n) {
    return tiling(problem.member(n).node->type.extents, problem.num_sites());
  });
}

inline Assignment plan_row(const Problem& problem) {
  return plan_tiled(problem, "row", row_tiling);
}
inline Assignment plan_column(const Problem& problem) {
  return plan_tiled(problem, "column", column_tiling);
}
inline Assignment plan_block(const Problem& problem) {
  return plan_tiled(problem, "block", block_tiling);
}

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/by_rule/impl/fixed_tilings.hpp"
#endif
