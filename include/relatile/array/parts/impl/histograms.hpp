// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/histograms.hpp"

#include "relatile/array/lines/sorting.hpp"
#include "relatile/array/parts/scatter.hpp"

namespace relatile::detail {

RELATILE_INLINE std::int64_t require_bins(std::int64_t bins) {
  if (bins > 0) return bins;
  throw ShapeMismatch("relatile: histogram: " + std::to_string(bins) + " bins");
}

RELATILE_INLINE Array<double, 1> edges_between(const Array<double, 0>& low,
                                               const Array<double, 0>& high, std::int64_t bins) {
  const Array<double, 0> none = where(low == high, 0.5, 0.0);
  const Array<double, 0> first = low - none;
  const Array<double, 0> last = high + none;
  const auto number = arange<std::int64_t>(bins + 1);
  return where(number == bins, last, first + number * ((last - first) / double(bins)));
}

RELATILE_INLINE Array<std::int64_t, 1> bin_of_values(const Array<double, 1>& values,
                                                     const Array<double, 1>& edges) {
  const std::int64_t bins = edges.shape(0) - 1;
  const Array<std::int64_t, 1> place = searchsorted(edges, values, "right") - 1;
  const auto is_last = values == edges(-1);
  return where(is_last, bins - 1, where(place < 0 || place >= bins, bins, place));
}

RELATILE_INLINE Array<double, 2> pair_counts(const Array<std::int64_t, 1>& of_x,
                                             const Array<std::int64_t, 1>& of_y,
                                             std::int64_t bins) {
  const Array<std::int64_t, 1> place =
      where(of_x == bins || of_y == bins, bins * bins, of_x * bins + of_y);
  return astype<double>(reshape(counts_of(place, bins * bins), {bins, bins}));
}

RELATILE_INLINE Array<std::int64_t, 1> counts_of(const Array<std::int64_t, 1>& numbers,
                                                 std::int64_t bins) {
  const auto none = zeros<std::int64_t, 1>(Extents{bins + 1});
  return scatter_add(none, numbers, 1)(slice(0, bins));
}

}  // namespace relatile::detail
