// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/box_index.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "relatile/core/nth.hpp"

namespace relatile {

RELATILE_INLINE BoxIndex::BoxIndex(const std::vector<Box>& boxes) {
  std::vector<int> numbers;
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    if (boxes[b].empty()) continue;
    rank_ = boxes[b].rank();
    numbers.push_back(static_cast<int>(b));
  }
  add_level(boxes, numbers, 0);
}

RELATILE_INLINE int BoxIndex::add_level(const std::vector<Box>& boxes, const std::vector<int>& some,
                                        int dim) {
  if (dim == rank_) {
    leaves_.push_back(some);
    return static_cast<int>(leaves_.size()) - 1;
  }
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<int>> by_range;
  for (const int b : some) {
    const Box& box = nth(boxes, b);
    by_range[{box.low[dim], box.high[dim]}].push_back(b);
  }
  const auto at = levels_.size();
  levels_.emplace_back();
  Level level;
  for (const auto& [range, members] : by_range) {
    if (!level.ranges.empty() && range.second < level.ranges.back().high) level.ends_ascend = false;
    level.ranges.push_back({range.first, range.second});
    level.next.push_back(add_level(boxes, members, dim + 1));
  }
  levels_[at] = std::move(level);
  return static_cast<int>(at);
}

RELATILE_INLINE std::vector<int> BoxIndex::meeting(const Box& box) const {
  std::vector<int> found;
  if (box.empty()) return found;
  collect(0, 0, box, found);
  std::sort(found.begin(), found.end());
  return found;
}

RELATILE_INLINE void BoxIndex::collect(int at, int dim, const Box& box,
                                       std::vector<int>& found) const {
  if (dim == rank_) {
    const std::vector<int>& leaf = nth(leaves_, at);
    found.insert(found.end(), leaf.begin(), leaf.end());
    return;
  }
  const Level& level = nth(levels_, at);
  auto range = level.ranges.begin();
  if (level.ends_ascend) {
    range = std::partition_point(range, level.ranges.end(),
                                 [&](const Range& one) { return one.high <= box.low[dim]; });
  }
  for (; range != level.ranges.end() && range->low < box.high[dim]; ++range) {
    if (range->high <= box.low[dim]) continue;
    collect(nth(level.next, range - level.ranges.begin()), dim + 1, box, found);
  }
}

RELATILE_INLINE bool disjoint(const std::vector<Box>& boxes) {
  constexpr std::size_t few = 8;  // to make an index takes longer than to look at all pairs of them
  if (boxes.size() <= few) {
    for (std::size_t a = 0; a < boxes.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        if (!intersect(boxes[a], boxes[b]).empty()) return false;
      }
    }
    return true;
  }
  const BoxIndex index(boxes);
  return std::all_of(boxes.begin(), boxes.end(),
                     [&](const Box& box) { return index.meeting(box).size() <= 1; });
}

}  // namespace relatile
