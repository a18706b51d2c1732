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

RELATILE_INLINE std::int64_t UnionCount::count(std::size_t d) {
  const std::vector<std::size_t>& boxes = levels_[d].boxes;
  if (boxes.empty()) return 0;
  if (d == rank_) return 1;
  if (boxes.size() == 1) return volume_from(d, boxes.front());
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
