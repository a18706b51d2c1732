// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "relatile/core/nth.hpp"

namespace relatile::planner {

RELATILE_INLINE PartitionVector parts_of(const placement::Layout& layout, const Extents& labels) {
  PartitionVector parts;
  for (int l = 0; l < labels.rank(); ++l) parts.push_back(layout.parts(l));
  return parts;
}

RELATILE_INLINE PartitionVector parts_of(const placement::Sharding& sharding, int rank) {
  PartitionVector parts;
  if (!sharding.irregular) {
    for (const auto& dim : sharding.dims) parts.push_back(dim.parts());
    return parts;
  }
  for (int d = 0; d < rank; ++d) {
    std::vector<std::pair<std::int64_t, std::int64_t>> sides;
    for (const auto& boxes : sharding.irregular->table()) {
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

RELATILE_INLINE double distance(const PartitionVector& a, const PartitionVector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += std::abs(std::log2(static_cast<double>(a[i]) / b[i]));
  }
  return sum;
}

RELATILE_INLINE std::vector<int> nearest_candidates(const Problem& problem, int n,
                                                    const PartitionVector& wanted) {
  const Extents& labels = problem.member(n).node->labels;
  return least(num_candidates(problem, n), [&](int c) {
    return distance(parts_of(problem.candidate(n, c).layout, labels), wanted);
  });
}

RELATILE_INLINE std::vector<int> nearest_results(const Problem& problem, int n,
                                                 const PartitionVector& wanted) {
  const int rank = problem.member(n).node->type.rank();
  return least(num_candidates(problem, n),
               [&](int c) { return distance(parts_of(problem.stored_by(n, c), rank), wanted); });
}

RELATILE_INLINE int nearest_state(const Problem& problem, int n, const PartitionVector& wanted) {
  const auto& states = problem.output_layouts(n).states;
  const int rank = problem.member(n).node->type.rank();
  return least(static_cast<int>(states.size()),
               [&](int s) { return distance(parts_of(nth(states, s), rank), wanted); })
      .front();
}

}  // namespace relatile::planner
