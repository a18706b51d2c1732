// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/combine_region.hpp"

#include <algorithm>
#include <cstring>

#include "relatile/core/extents.hpp"

namespace relatile::engine {

RELATILE_INLINE void fill_identity(const Reduction& reduction, std::byte* data,
                                   std::int64_t count) {
  constexpr std::int64_t stretch = 4096;  // bytes that are copied at once: in the nearest cache
  const auto size = static_cast<std::int64_t>(reduction.identity.size());
  const std::int64_t total = count * size;
  std::int64_t filled = std::min(size, total);
  std::memcpy(data, reduction.identity.data(), static_cast<std::size_t>(filled));
  while (filled < total) {
    // What is filled is a whole number of elements, and so is what is copied.
    const std::int64_t more =
        std::min({filled, std::max(size, stretch / size * size), total - filled});
    std::memcpy(data + filled, data, static_cast<std::size_t>(more));
    filled += more;
  }
}

RELATILE_INLINE void fill_identity(const Reduction& reduction, const ArrayPiece& piece,
                                   const Box& region) {
  const auto size = static_cast<std::int64_t>(reduction.identity.size());
  const auto fill = [&](const Extents& at, std::int64_t count) {
    fill_identity(reduction, piece.data.get() + offset_in(piece.box, at) * size, count);
  };
  if (is_contiguous(region, piece.box)) return fill(region.low, region.count());
  Box rows = region;
  const int last = region.rank() - 1;
  rows.high[last] = rows.low[last] + 1;
  for_each_coordinate(rows,
                      [&](const Extents& at) { fill(at, region.high[last] - region.low[last]); });
}

RELATILE_INLINE void combine_region(const Reduction& reduction, const ArrayPiece& to,
                                    const std::byte* from, const Box& from_box, const Box& region) {
  if (region.empty()) return;
  const auto size = static_cast<std::int64_t>(reduction.identity.size());
  if (is_same_run(to.box, from_box, region)) {
    reduction.combine(to.data.get() + offset_in(to.box, region.low) * size,
                      from + offset_in(from_box, region.low) * size, region.count());
    return;
  }
  Box rows = region;
  const int last = region.rank() - 1;
  rows.high[last] = rows.low[last] + 1;
  for_each_coordinate(rows, [&](const Extents& at) {
    reduction.combine(to.data.get() + offset_in(to.box, at) * size,
                      from + offset_in(from_box, at) * size, region.high[last] - region.low[last]);
  });
}

}  // namespace relatile::engine
