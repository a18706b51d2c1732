// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "relatile/kernel/strided_copy.hpp"
#include "relatile/kernel/transpose.hpp"

namespace relatile::kernel {

/// One element again and again, by runs of a fixed length, which compilers copy as vectors.
template <std::size_t Size>
void repeat(std::byte* to, const std::byte* element, std::int64_t count) {
  std::array<std::byte, 64> run;
  for (std::size_t at = 0; at < run.size(); at += Size) std::memcpy(&run[at], element, Size);
  auto bytes = static_cast<std::size_t>(count) * Size;
  for (; bytes >= run.size(); bytes -= run.size(), to += run.size()) {
    std::memcpy(to, run.data(), run.size());
  }
  std::memcpy(to, run.data(), bytes);
}

RELATILE_INLINE void copy_run(std::byte* to, std::int64_t to_stride, const std::byte* from,
                              std::int64_t from_stride, std::int64_t count, std::int64_t size) {
  const auto bytes = static_cast<std::size_t>(size);
  if (to_stride == 1 && from_stride == 1) {
    std::memcpy(to, from, bytes * static_cast<std::size_t>(count));
    return;
  }
  const auto loop = [&]<std::size_t Size>(std::integral_constant<std::size_t, Size>) {
    if (to_stride == 1 && from_stride == 0) return repeat<Size>(to, from, count);
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

/// Copies rows of `bytes` that follow each other, at distances in bytes.
inline void copy_rows(std::byte* to, std::int64_t to_step, const std::byte* from,
                      std::int64_t from_step, std::int64_t rows, std::size_t bytes) {
  with_row_length(bytes, [&](auto length) {
    for (std::int64_t i = 0; i < rows; ++i) {
      std::memcpy(to + i * to_step, from + i * from_step, length);
    }
  });
}

/// The loops of a copy: one per dimension, neighbours merged, in the order of the target's memory.
struct CopyLoops {
  Extents count;
  Extents to_step;
  Extents from_step;

  CopyLoops(const Extents& extents, const Extents& to_strides, const Extents& from_strides) {
    Extents order;  // dimensions longer than one, outermost first
    for (int d = 0; d < extents.rank(); ++d) {
      if (extents[d] != 1) order.push_back(d);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
      return to_strides[static_cast<int>(a)] > to_strides[static_cast<int>(b)];
    });
    for (auto dim : order) {
      const int d = static_cast<int>(dim);
      const int last = count.rank() - 1;
      if (last >= 0 && to_step[last] == to_strides[d] * extents[d] &&
          from_step[last] == from_strides[d] * extents[d]) {
        count[last] *= extents[d];
        to_step[last] = to_strides[d];
        from_step[last] = from_strides[d];
      } else {
        push(extents[d], to_strides[d], from_strides[d]);
      }
    }
    if (count.empty()) push(1, 1, 1);
  }

  void push(std::int64_t extent, std::int64_t to, std::int64_t from) {
    count.push_back(extent);
    to_step.push_back(to);
    from_step.push_back(from);
  }
  /// The dimension along which the source is contiguous while the target is along the last one;
  /// -1 if there is none.
  int transposed() const {
    const int last = count.rank() - 1;
    if (to_step[last] != 1 || from_step[last] == 1) return -1;
    for (int d = 0; d < last; ++d) {
      if (from_step[d] == 1) return d;
    }
    return -1;
  }
  /// Calls visit(offset in the target, offset in the source) for all loops but `a` and `b`.
  template <class Visit>
  void for_each_other(int a, int b, Visit&& visit) const {
    Extents at = Extents::filled(count.rank(), 0);
    std::int64_t to = 0;
    std::int64_t from = 0;
    for (;;) {
      visit(to, from);
      int d = count.rank() - 1;
      for (; d >= 0; --d) {
        if (d == a || d == b) continue;
        to += to_step[d];
        from += from_step[d];
        if (++at[d] < count[d]) break;
        to -= count[d] * to_step[d];
        from -= count[d] * from_step[d];
        at[d] = 0;
      }
      if (d < 0) return;
    }
  }
};

RELATILE_INLINE void copy_strided(std::byte* to, const Extents& to_strides, const std::byte* from,
                                  const Extents& from_strides, const Extents& extents,
                                  std::int64_t size) {
  if (Box::whole(extents).empty()) return;
  const CopyLoops loops(extents, to_strides, from_strides);
  const int inner = loops.count.rank() - 1;
  const int across = size == 4 || size == 8 ? loops.transposed() : -1;
  const bool in_rows = inner > 0 && loops.to_step[inner] == 1 && loops.from_step[inner] == 1;
  const int outer = in_rows ? inner - 1 : across;
  loops.for_each_other(outer, inner, [&](std::int64_t to_offset, std::int64_t from_offset) {
    std::byte* const target = to + to_offset * size;
    const std::byte* const source = from + from_offset * size;
    if (in_rows) {
      copy_rows(target, loops.to_step[outer] * size, source, loops.from_step[outer] * size,
                loops.count[outer], static_cast<std::size_t>(loops.count[inner] * size));
    } else if (across >= 0) {
      transpose(target, loops.to_step[across], source, loops.from_step[inner], loops.count[across],
                loops.count[inner], size);
    } else {
      copy_run(target, loops.to_step[inner], source, loops.from_step[inner], loops.count[inner],
               size);
    }
  });
}

RELATILE_INLINE void copy_region(std::byte* to, const Box& to_box, const std::byte* from,
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
