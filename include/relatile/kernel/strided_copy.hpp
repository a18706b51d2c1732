// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile::kernel {

/// Copies `count` elements of a fixed size between strided runs; strides in elements, 0 repeats.
void copy_run(std::byte* to, std::int64_t to_stride, const std::byte* from,
              std::int64_t from_stride, std::int64_t count, std::int64_t size);

/// Copies an n-d region between two strided memories; strides in elements. The inner loop runs
/// over the dimension with the smallest target stride, merged with what continues it; where the
/// source is contiguous along another one, squares of these two are transposed in registers.
void copy_strided(std::byte* to, const Extents& to_strides, const std::byte* from,
                  const Extents& from_strides, const Extents& extents, std::int64_t size);

/// Copies the part `region` between two dense row-major boxes of elements that both contain it.
void copy_region(std::byte* to, const Box& to_box, const std::byte* from, const Box& from_box,
                 const Box& region, std::int64_t size);

/// Calls `copy(bytes)`, which copies rows of that length. Those of a few vectors are known to the
/// compiler: a call of memcpy takes longer than what it copies.
template <class Copy>
void with_row_length(std::size_t bytes, Copy&& copy) {
  switch (bytes) {
    case 16: return copy(std::integral_constant<std::size_t, 16>{});
    case 32: return copy(std::integral_constant<std::size_t, 32>{});
    case 64: return copy(std::integral_constant<std::size_t, 64>{});
    case 128: return copy(std::integral_constant<std::size_t, 128>{});
    default: return copy(bytes);
  }
}

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/impl/strided_copy.hpp"
#endif
