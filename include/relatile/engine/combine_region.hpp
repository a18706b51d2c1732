// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstring>
#include <vector>

#include "relatile/core/kernel.hpp"
#include "relatile/core/site_data.hpp"

namespace relatile::engine {

inline void fill_identity(const Reduction& reduction, std::byte* data, std::int64_t count) {
  const std::size_t size = reduction.identity.size();
  for (std::int64_t i = 0; i < count; ++i) {
    std::memcpy(data + i * std::int64_t(size), reduction.identity.data(), size);
  }
}

/// True if `region` is one run in both boxes.
inline bool is_same_run(const Box& a, const Box& b, const Box& region) {
  return is_contiguous(region, a) && is_contiguous(region, b);
}

/// accumulator (+)= contribution on `region`, both dense row-major boxes; row by row.
inline void combine_region(const Reduction& reduction, const ArrayPiece& to, const std::byte* from,
                           const Box& from_box, const Box& region) {
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
