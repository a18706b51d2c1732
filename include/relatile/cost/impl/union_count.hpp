// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/union_count.hpp"

#include <algorithm>

namespace relatile::cost::detail {

RELATILE_INLINE std::int64_t UnionCount::volume_from(std::size_t d, std::size_t box) const {
  std::int64_t volume = 1;
  for (; d < rank_; ++d) {
    const Range range = ranges_[box + d];
    volume *= std::max<std::int64_t>(range.high - range.low, 0);
  }
  return volume;
}

RELATILE_INLINE std::int64_t UnionCount::volume_of_both(std::size_t d, std::size_t a,
                                                        std::size_t b) const {
  std::int64_t in_a = 1;
  std::int64_t in_b = 1;
  std::int64_t in_both = 1;
  for (; d < rank_; ++d) {
    const Range one = ranges_[a + d];
    const Range other = ranges_[b + d];
    in_a *= std::max<std::int64_t>(one.high - one.low, 0);
    in_b *= std::max<std::int64_t>(other.high - other.low, 0);
    in_both *=
        std::max<std::int64_t>(std::min(one.high, other.high) - std::max(one.low, other.low), 0);
  }
  return in_a + in_b - in_both;
}

RELATILE_INLINE std::int64_t UnionCount::count_like_before() {
  if (levels_[0].boxes.size() < 3 || rank_ == 0) return count();
  shape_.clear();
  std::uint64_t hash = ranges_.size();
  for (std::size_t box = 0; box < ranges_.size(); box += rank_) {
    for (std::size_t d = 0; d < rank_; ++d) {
      const std::int64_t from = ranges_[d].low;
      const Range range{ranges_[box + d].low - from, ranges_[box + d].high - from};
      shape_.push_back(range);
      for (std::int64_t end : {range.low, range.high}) {
        hash = (hash ^ static_cast<std::uint64_t>(end)) * 0x9E3779B97F4A7C15U;
      }
    }
  }
  known_.resize(most_known);
  Known& known = known_[(hash >> 32) % most_known];
  if (known.shape != shape_) {
    known.count = count();
    known.shape = shape_;
  }
  return known.count;
}

RELATILE_INLINE std::int64_t UnionCount::count(std::size_t d) {
  const std::vector<std::size_t>& boxes = levels_[d].boxes;
  if (boxes.empty()) return 0;
  if (d == rank_) return 1;
  if (boxes.size() == 1) return volume_from(d, boxes.front());
  if (boxes.size() == 2) return volume_of_both(d, boxes[0], boxes[1]);
  std::vector<std::int64_t>& ends = levels_[d].ends;
  ends.clear();
  for (std::size_t box : boxes) {
    const Range range = ranges_[box + d];
    if (range.low < range.high) ends.insert(ends.end(), {range.low, range.high});
  }
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  std::int64_t all = 0;
  for (std::size_t e = 0; e + 1 < ends.size(); ++e) {
    std::vector<std::size_t>& there = levels_[d + 1].boxes;
    there.clear();
    for (std::size_t box : boxes) {
      const Range range = ranges_[box + d];
      if (range.low <= ends[e] && ends[e] < range.high) there.push_back(box);
    }
    all += (ends[e + 1] - ends[e]) * count(d + 1);
  }
  return all;
}

}  // namespace relatile::cost::detail
