// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "relatile/placement/partition_vector.hpp"
#include "relatile/planner/problem.hpp"

namespace relatile::planner {

using placement::PartitionVector;

/// How many parts a layout cuts each label into.
inline PartitionVector parts_of(const placement::Layout& layout, const Extents& labels) {
  PartitionVector parts;
  for (int l = 0; l < labels.rank(); ++l) parts.push_back(layout.parts(l));
  return parts;
}

/// How many parts each dimension of a value is in. Of irregular boxes, those of the grid that their
/// sides make.
inline PartitionVector parts_of(const placement::Spread& spread, int rank) {
  PartitionVector parts;
  if (!spread.irregular) {
    for (const auto& dim : spread.dims) parts.push_back(dim.parts());
    return parts;
  }
  for (int d = 0; d < rank; ++d) {
    std::vector<std::pair<std::int64_t, std::int64_t>> sides;
    for (const auto& boxes : spread.irregular->boxes) {
      for (const auto& box : boxes) {
        if (!box.empty()) sides.emplace_back(box.low[d], box.high[d]);
      }
    }
    std::sort(sides.begin(), sides.end());
    sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
    parts.push_back(std::max(static_cast<int>(sides.size()), 1));
  }
  return parts;
}

/// How far two partitions are apart: by which factors the parts differ.
inline double distance(const PartitionVector& a, const PartitionVector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += std::abs(std::log2(static_cast<double>(a[i]) / b[i]));
  }
  return sum;
}

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
inline std::vector<int> nearest_candidates(const Problem& problem, int n,
                                           const PartitionVector& wanted) {
  const Extents& labels = problem.member(n).node->labels;
  return least(num_candidates(problem, n), [&](int c) {
    return distance(parts_of(problem.candidate(n, c).layout, labels), wanted);
  });
}

/// The candidates of node `n` that leave its value in a partition nearest to `wanted`.
inline std::vector<int> nearest_results(const Problem& problem, int n,
                                        const PartitionVector& wanted) {
  const int rank = problem.member(n).node->type.rank();
  return least(num_candidates(problem, n),
               [&](int c) { return distance(parts_of(problem.stored_by(n, c), rank), wanted); });
}

/// The state of input `n` whose partition is nearest to `wanted`; the first of several.
inline int nearest_state(const Problem& problem, int n, const PartitionVector& wanted) {
  const auto& states = problem.supply(n).states;
  const int rank = problem.member(n).node->type.rank();
  return least(static_cast<int>(states.size()),
               [&](int s) {
                 return distance(parts_of(states[static_cast<std::size_t>(s)], rank), wanted);
               })
      .front();
}

inline std::vector<int> all_candidates(const Problem& problem, int n) {
  return least(num_candidates(problem, n), [](int) { return 0.0; });
}

}  // namespace relatile::planner
