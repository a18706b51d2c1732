// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/grids.hpp"

#include <cmath>
#include <string>

namespace relatile::detail {

RELATILE_INLINE Array<std::int64_t, 1> range_of(const Slice& slice) {
  const std::int64_t start = slice.start == Slice::before_all ? 0 : slice.start;
  if (slice.stop == Slice::open || slice.stop == Slice::before_all || start == Slice::open) {
    throw ShapeMismatch("relatile: mgrid: a slice that does not say where it ends, of no array");
  }
  return arange<std::int64_t>(start, slice.stop, slice.step);
}

RELATILE_INLINE Array<double, 1> geometric_range(double start, double stop, std::int64_t count,
                                                 bool endpoint) {
  if (!(start > 0 && stop > 0) && !(start < 0 && stop < 0)) {
    throw ShapeMismatch("relatile: geomspace: from " + std::to_string(start) + " to " +
                        std::to_string(stop) + ", which are not both above or both below zero");
  }
  const double sign = start < 0 ? -1 : 1;
  const Array<double, 1> sizes = power(
      10.0, linspace<double>(std::log10(sign * start), std::log10(sign * stop), count, endpoint));
  // Rounding must not move the ends.
  const auto place = arange<std::int64_t>(count);
  const Array<double, 1> begun = where(place == 0, start, sign * sizes);
  if (!endpoint || count < 2) return begun;
  return where(place == count - 1, stop, begun);
}

}  // namespace relatile::detail
