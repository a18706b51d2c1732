// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/histograms.hpp"

#include <cmath>

#include "relatile/array/conversion.hpp"
#include "relatile/array/lines/sorting.hpp"
#include "relatile/array/parts/scatter.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

RELATILE_INLINE std::int64_t require_bins(std::int64_t bins) {
  if (bins <= 0) throw ShapeMismatch("relatile: histogram: " + std::to_string(bins) + " bins");
  if (bins >= std::int64_t{1} << 48) {
    throw LimitExceeded("relatile: histogram: " + std::to_string(bins) + " bins");
  }
  return bins;
}

RELATILE_INLINE Array<double, 1> edges_between(double low, double high, std::int64_t bins) {
  if (!(low <= high) || !std::isfinite(high - low)) {
    throw ShapeMismatch("relatile: histogram: from " + std::to_string(low) + " to " +
                        std::to_string(high) + ", which is no finite range that rises");
  }
  const double none = low == high ? 0.5 : 0;
  return linspace<double>(low - none, high + none, bins + 1);
}

RELATILE_INLINE Array<double, 1> edges_around(const Array<double, 0>& least,
                                              const Array<double, 0>& greatest, std::int64_t bins) {
  const transport::Operation operation("histogram");
  Session::current().evaluate({least.node(), greatest.node()});
  return edges_between(least.item(), greatest.item(), bins);
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
