// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/histograms.hpp"

#include <cmath>

#include "relatile/array/conversion.hpp"
#include "relatile/array/lines/count_blocks.hpp"
#include "relatile/array/lines/sorting.hpp"
#include "relatile/array/parts/scatter.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/kernel/searching.hpp"
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
  return Array<double, 1>(with_pullback(
      edges_between(least.item(), greatest.item(), bins).node(), {least.node(), greatest.node()},
      [bins](const tra::NodePtr&, const std::vector<tra::NodePtr>&, const tra::NodePtr& g) {
        const Array<double, 1> by_edges(g);
        const Array<double, 1> way = linspace<double>(0, 1, bins + 1);
        const Array<double, 0> by_greatest = sum(by_edges * way);
        const Array<double, 0> by_least = sum(by_edges) - by_greatest;
        return std::vector<tra::NodePtr>{by_least.node(), by_greatest.node()};
      }));
}

RELATILE_INLINE Array<std::int64_t, 1> bin_of_values(const Array<double, 1>& values,
                                                     const Array<double, 1>& edges) {
  constexpr Flops guess_and_compare{8};
  return Array<std::int64_t, 1>(
      places_node({"bins", kernel::bins_of_lines}, edges.node(), values.node(), guess_and_compare));
}

RELATILE_INLINE Array<std::int64_t, 1> counts_between(const Array<double, 1>& values,
                                                      const Array<double, 1>& edges) {
  const std::int64_t bins = edges.shape(0) - 1;
  if (counted_blocks(values.shape(0), bins) == 0) {
    return counts_of(bin_of_values(values, edges), bins);
  }
  return counts_of_blocks(values.node(), {"histogram", kernel::counts_in_bins}, bins, edges.node());
}

RELATILE_INLINE WeightedHistogram weighted_histogram(const Array<double, 1>& values,
                                                     const Extents& shape,
                                                     const Array<double, 1>& edges,
                                                     const HistogramOptions& options) {
  const std::int64_t bins = edges.shape(0) - 1;
  Array<double, 1> counts;
  if (options.weights.given()) {
    if (!(options.weights.shape() == shape)) {
      throw ShapeMismatch("relatile: histogram: weights of shape " +
                          to_string(options.weights.shape()) + " for an array of shape " +
                          to_string(shape));
    }
    const auto none = zeros<double, 1>(Extents{bins + 1});
    counts =
        scatter_add(none, bin_of_values(values, edges), options.weights.values())(slice(0, bins));
  } else {
    counts = astype<double>(counts_between(values, edges));
  }
  if (options.density) counts = counts / (sum(counts) * (edges(slice(1)) - edges(slice(0, -1))));
  return {counts, edges};
}

RELATILE_INLINE Array<double, 2> pair_counts(const Array<std::int64_t, 1>& of_x,
                                             const Array<std::int64_t, 1>& of_y,
                                             std::int64_t bins) {
  return reshape(grid_counts({of_x, of_y}, bins), {bins, bins});
}

RELATILE_INLINE void require_coordinates(const Extents& points, int coordinates,
                                         std::int64_t bins) {
  if (points[1] != coordinates) {
    throw ShapeMismatch("relatile: histogramdd: points of shape " + to_string(points) +
                        ", and not of " + std::to_string(coordinates) + " coordinates");
  }
  if (std::pow(static_cast<double>(bins), coordinates) > 0x1p48) {
    throw LimitExceeded("relatile: histogramdd: " + std::to_string(bins) + " bins along each of " +
                        std::to_string(coordinates) + " axes");
  }
}

RELATILE_INLINE Array<double, 1> grid_counts(const std::vector<Array<std::int64_t, 1>>& places,
                                             std::int64_t bins) {
  Array<std::int64_t, 1> number = places[0];
  Array<bool, 1> outside = places[0] == bins;
  std::int64_t all_bins = bins;
  for (std::size_t d = 1; d < places.size(); ++d, all_bins *= bins) {
    number = number * bins + places[d];
    outside = outside || places[d] == bins;
  }
  return astype<double>(counts_of(where(outside, all_bins, number), all_bins));
}

RELATILE_INLINE Array<std::int64_t, 1> counts_of(const Array<std::int64_t, 1>& numbers,
                                                 std::int64_t bins) {
  const auto none = zeros<std::int64_t, 1>(Extents{bins + 1});
  return scatter_add(none, numbers, 1)(slice(0, bins));
}

}  // namespace relatile::detail
