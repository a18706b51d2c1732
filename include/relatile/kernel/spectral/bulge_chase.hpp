// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "relatile/kernel/spectral/band_columns.hpp"

// Bands of which two or three diagonals are left. A sweep makes zeros of one row or column by a
// reflection of as many elements as the band is wide, which fills as many rows outside of the band;
// of what it filled the first row or column is made zeros by the next reflection, and so on down to
// the last row. What is left of that is in the way of the next sweep only where this works, too.

namespace relatile::kernel::detail {

/// A Hermitian band of `width` diagonals below its own, whose lower half `band` has with as many
/// more: three diagonals are left. `keep(sweep, reflection)` is told of each reflection.
template <class W, class Keep>
void chase_hermitian(BandColumns<W>& band, std::int64_t width, Keep&& keep) {
  const std::int64_t n = band.rows();
  BandReflection<W> h;
  for (std::int64_t s = 0; s + 1 < n; ++s) {
    band.reflect_column(s, {s + 1, std::min(s + 1 + width, n)}, h);
    keep(s, h);
    while (true) {
      band.from_both_sides(h);
      const Range next{h.range.high, std::min(h.range.high + width, n)};
      if (next.low == next.high) break;
      band.from_right(h, next);
      const Range columns{h.range.low + 1, h.range.high};
      band.reflect_column(h.range.low, next, h);
      band.from_left(h, columns);
      keep(s, h);
    }
  }
}

/// A band of `width` diagonals above its own, of which `band` has twice as many, and as many below:
/// its own and the one above are left, of real numbers. `keep_left(sweep, reflection)` and
/// `keep_right` are told of reflections of rows and of columns.
template <class W, class KeepLeft, class KeepRight>
void chase_upper(BandColumns<W>& band, std::int64_t width, KeepLeft&& keep_left,
                 KeepRight&& keep_right) {
  const std::int64_t n = band.rows();
  BandReflection<W> h;
  for (std::int64_t s = 0; s + 1 < n; ++s) {
    Range range{s + 1, std::min(s + 1 + width, n)};
    band.reflect_row(s, range, h);
    keep_right(s, h);
    band.from_right(h, range);
    while (true) {
      band.reflect_column(range.low, range, h);
      keep_left(s, h);
      band.from_left(h, {range.low + 1, std::min(range.high + width, n)});
      const Range next{range.high, std::min(range.high + width, n)};
      if (next.low == next.high) break;
      band.reflect_row(range.low, next, h);
      keep_right(s, h);
      band.from_right(h, {range.low + 1, next.high});
      range = next;
    }
  }
}

}  // namespace relatile::kernel::detail
