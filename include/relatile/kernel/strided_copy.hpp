// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "relatile/core/box.hpp"

namespace relatile::kernel {

/// Copies `count` elements of a fixed size between strided runs; strides in elements, 0 repeats.
inline void copy_run(std::byte* to, std::int64_t to_stride, const std::byte* from,
                     std::int64_t from_stride, std::int64_t count, std::int64_t size) {
  const auto bytes = static_cast<std::size_t>(size);
  if (to_stride == 1 && from_stride == 1) {
    std::memcpy(to, from, bytes * static_cast<std::size_t>(count));
    return;
  }
  const auto loop = [&]<std::size_t Size>(std::integral_constant<std::size_t, Size>) {
    for (std::int64_t i = 0; i < count; ++i) {
      std::memcpy(to + i * to_stride * std::int64_t(Size),
                  from + i * from_stride * std::int64_t(Size), Size);
    }
  };
  switch (size) {
    case 1: return loop(std::integral_constant<std::size_t, 1>{});
    case 2: return loop(std::integral_constant<std::size_t, 2>{});
    case 4: return loop(std::integral_constant<std::size_t, 4>{});
    case 8: return loop(std::integral_constant<std::size_t, 8>{});
    case 16: return loop(std::integral_constant<std::size_t, 16>{});
    default: break;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * to_stride * size, from + i * from_stride * size, bytes);
  }
}

/// Copies an n-d region between two strided memories; strides in elements. The inner loop runs
/// over the dimension with the smallest target stride, merged with what continues it.
inline void copy_strided(std::byte* to, Extents to_strides, const std::byte* from,
                         Extents from_strides, Extents extents, std::int64_t size) {
  if (Box::whole(extents).empty()) return;
  Extents order;  // dimensions longer than one, outermost first
  for (int d = 0; d < extents.rank(); ++d) {
    if (extents[d] != 1) order.push_back(d);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return to_strides[static_cast<int>(a)] > to_strides[static_cast<int>(b)];
  });
  Extents count{1};
  Extents to_step{1};
  Extents from_step{1};
  for (auto dim : order) {
    const int d = static_cast<int>(dim);
    const int last = count.rank() - 1;
    if (count[last] == 1 || (to_step[last] == to_strides[d] * extents[d] &&
                             from_step[last] == from_strides[d] * extents[d])) {
      count[last] *= extents[d];
      to_step[last] = to_strides[d];
      from_step[last] = from_strides[d];
    } else {
      count.push_back(extents[d]);
      to_step.push_back(to_strides[d]);
      from_step.push_back(from_strides[d]);
    }
  }
  const int inner = count.rank() - 1;
  Extents outer = count;
  outer[inner] = 1;
  for_each_coordinate(Box::whole(outer), [&](const Extents& at) {
    std::int64_t to_offset = 0;
    std::int64_t from_offset = 0;
    for (int d = 0; d < inner; ++d) {
      to_offset += at[d] * to_step[d];
      from_offset += at[d] * from_step[d];
    }
    copy_run(to + to_offset * size, to_step[inner], from + from_offset * size, from_step[inner],
             count[inner], size);
  });
}

/// Copies the part `region` between two dense row-major boxes of elements that both contain it.
inline void copy_region(std::byte* to, const Box& to_box, const std::byte* from,
                        const Box& from_box, const Box& region, std::int64_t size) {
  if (region.empty()) return;
  const Extents to_strides = row_major_strides(to_box.extents());
  const Extents from_strides = row_major_strides(from_box.extents());
  std::int64_t to_offset = 0;
  std::int64_t from_offset = 0;
  for (int d = 0; d < region.rank(); ++d) {
    to_offset += (region.low[d] - to_box.low[d]) * to_strides[d];
    from_offset += (region.low[d] - from_box.low[d]) * from_strides[d];
  }
  copy_strided(to + to_offset * size, to_strides, from + from_offset * size, from_strides,
               region.extents(), size);
}

}  // namespace relatile::kernel
