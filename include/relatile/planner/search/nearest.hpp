// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

using placement::PartitionVector;

/// How many parts a layout cuts each label into.
RELATILE_INLINE PartitionVector parts_of(const placement::Layout& layout, const Extents& labels);

/// How many parts each dimension of a value is in. Of irregular boxes, those of the grid that their
/// sides make.
RELATILE_INLINE PartitionVector parts_of(const placement::Sharding& sharding, int rank);

/// How far two partitions are apart: by which factors the parts differ.
RELATILE_INLINE double distance(const PartitionVector& a, const PartitionVector& b);

/// The numbers below `count` that are least by `measure`, in order.
template <class Measure>
std::vector<int> least(int count, Measure&& measure) {
  std::vector<int> kept;
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < count; ++i) {
    const double value = measure(i);
    if (value > best) continue;
    if (value < best) kept.clear();
    best = value;
    kept.push_back(i);
  }
  return kept;
}

inline int num_candidates(const Problem& problem, int n) {
  return static_cast<int>(problem.member(n).space->candidates.size());
}

/// The candidates of node `n` whose partition vector is nearest to `wanted`: equal to it, if the
/// space has it.
RELATILE_INLINE std::vector<int> nearest_candidates(const Problem& problem, int n,
                                                    const PartitionVector& wanted);

/// The candidates of node `n` that leave its value in a partition nearest to `wanted`.
RELATILE_INLINE std::vector<int> nearest_results(const Problem& problem, int n,
                                                 const PartitionVector& wanted);

/// The state of input `n` whose partition is nearest to `wanted`; the first of several.
RELATILE_INLINE int nearest_state(const Problem& problem, int n, const PartitionVector& wanted);

inline std::vector<int> all_candidates(const Problem& problem, int n) {
  return least(num_candidates(problem, n), [](int) { return 0.0; });
}

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/nearest.hpp"
#endif
