// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/core/box.hpp"

namespace relatile::io::detail {

/// The parts of `box` outside of all boxes in `taken`, disjoint.
inline std::vector<Box> remaining(const Box& box, const std::vector<Box>& taken) {
  std::vector<Box> parts{box};
  for (const Box& other : taken) {
    std::vector<Box> rest;
    for (const Box& part : parts) {
      for (Box& outside : difference(part, other)) rest.push_back(outside);
    }
    parts = std::move(rest);
  }
  return parts;
}

/// Part `index` of `parts` of a box, cut along its first axis that can be cut: each part is
/// contiguous wherever the box is.
inline Box even_part_of(Box box, std::size_t parts, std::size_t index) {
  int axis = 0;
  while (axis < box.rank() && box.high[axis] - box.low[axis] == 1) ++axis;
  if (axis == box.rank()) {
    box.none = index > 0;
    return box;
  }
  const Range range = even_part(box.high[axis] - box.low[axis], static_cast<std::int64_t>(parts),
                                static_cast<std::int64_t>(index));
  box.high[axis] = box.low[axis] + range.high;
  box.low[axis] += range.low;
  return box;
}

/// Who writes what of a value that sites hold in boxes: per site, boxes that are disjoint from all
/// others and lie inside of one that it holds. What several sites hold, they share out evenly.
inline std::vector<std::vector<Box>> shares_of(const std::vector<std::vector<Box>>& held) {
  std::vector<std::vector<Box>> shares(held.size());
  std::vector<Box> taken;
  for (const auto& boxes : held) {
    for (const Box& box : boxes) {
      const std::vector<Box> parts = remaining(box, taken);
      if (box.empty() || parts.empty()) continue;
      std::vector<std::size_t> holders;
      for (std::size_t site = 0; site < held.size(); ++site) {
        bool holds = false;
        for (const Box& own : held[site]) holds = holds || own.contains(box);
        if (holds) holders.push_back(site);
      }
      for (const Box& part : parts) {
        for (std::size_t h = 0; h < holders.size(); ++h) {
          const Box share = even_part_of(part, holders.size(), h);
          if (!share.empty()) shares[holders[h]].push_back(share);
        }
      }
      taken.push_back(box);
    }
  }
  return shares;
}

}  // namespace relatile::io::detail
