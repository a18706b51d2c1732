// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"

// How many elements fall between edges. Each site counts what it has; counts alone are sent. Edges
// that follow from data are computed at once, so these functions are collective then.

namespace relatile {

/// Counts of bins, and the edges between them, one more than bins.
struct Histogram {
  Array<std::int64_t, 1> counts;
  Array<double, 1> edges;
};

/// What elements count, of any shape; if nothing is said all count once.
class HistogramWeights {
 public:
  HistogramWeights() = default;
  template <ArrayExpression E>
  HistogramWeights(const E& weights)  // NOLINT: an array is weights
      : given_(true), shape_(shape_of(weights)), values_(astype<double>(ravel(weights))) {
    static_assert(!is_complex_v<element_of<E>>, "relatile: histogram: weights are real");
  }
  bool given() const { return given_; }
  /// The shape that they came in, and what each is, in row-major order.
  const Extents& shape() const { return shape_; }
  const Array<double, 1>& values() const { return values_; }

 private:
  bool given_ = false;
  Extents shape_;
  Array<double, 1> values_;
};
/// From where to where bins are, in braces: {-1, 1}.
struct BinRange {
  template <class L, class H>
    requires(std::is_arithmetic_v<L>&& std::is_arithmetic_v<H>)
  BinRange(L from, H to)  // NOLINT: two numbers are a range
      : low(static_cast<double>(from)), high(static_cast<double>(to)) {}

  double low;
  double high;
};
/// As last argument of a histogram, in braces: {.density = true, .weights = w}.
struct HistogramOptions {
  detail::Unnamed first = {};  ///< so that numbers in braces are a range and no options
  /// Of bins of one width; if it is not told, from the least element to the greatest.
  std::optional<BinRange> range = {};
  bool density = false;           ///< counts divided by their sum and the width of their bin
  HistogramWeights weights = {};  ///< of the shape of x
};
/// What is in bins, as double, and the edges between them.
struct WeightedHistogram {
  Array<double, 1> counts;
  Array<double, 1> edges;
};
/// What is in bins of pairs, as double, and the edges between them along either axis.
struct Histogram2d {
  Array<double, 2> counts;
  Array<double, 1> x_edges;
  Array<double, 1> y_edges;
};

namespace detail {

/// The number of bins; ShapeMismatch for none.
std::int64_t require_bins(std::int64_t bins);
/// As numpy.linspace gives them; a range of no length is made 1 long.
///
///   errors  ShapeMismatch for a range that is not finite, or falls
Array<double, 1> edges_between(double low, double high, std::int64_t bins);
/// From the least to the greatest of elements, which are computed at once.
Array<double, 1> edges_around(const Array<double, 0>& least, const Array<double, 0>& greatest,
                              std::int64_t bins);
/// The bins of values between edges; `bins`, that of none, where one is in none. The last bin has
/// its upper edge, too.
Array<std::int64_t, 1> bin_of_values(const Array<double, 1>& values, const Array<double, 1>& edges);
/// How many values are in each of the bins between edges.
Array<std::int64_t, 1> counts_between(const Array<double, 1>& values,
                                      const Array<double, 1>& edges);
/// The same as options say, of values of an array of this shape.
///
///   errors  ShapeMismatch for weights of another shape
WeightedHistogram weighted_histogram(const Array<double, 1>& values, const Extents& shape,
                                     const Array<double, 1>& edges,
                                     const HistogramOptions& options);
/// How often each pair of bins is named.
Array<double, 2> pair_counts(const Array<std::int64_t, 1>& of_x, const Array<std::int64_t, 1>& of_y,
                             std::int64_t bins);
/// How often each place of a grid of bins is named, in row-major order.
Array<double, 1> grid_counts(const std::vector<Array<std::int64_t, 1>>& places, std::int64_t bins);
/// Throws ShapeMismatch for points of another number of coordinates, LimitExceeded for too many
/// bins.
void require_coordinates(const Extents& points, int coordinates, std::int64_t bins);
/// How often each bin is named.
Array<std::int64_t, 1> counts_of(const Array<std::int64_t, 1>& numbers, std::int64_t bins);

template <ArrayExpression E>
Array<std::int64_t, 1> bin_of(const E& x, const Array<double, 1>& edges) {
  return bin_of_values(astype<double>(ravel(x)), edges);
}
template <ArrayExpression E>
Array<std::int64_t, 1> counts_in(const E& x, const Array<double, 1>& edges) {
  return counts_between(astype<double>(ravel(x)), edges);
}
template <ArrayExpression E>
Array<double, 1> edges_of(const E& x, std::int64_t bins) {
  const auto values = as_array(x);
  if (values.size() == 0) return edges_between(0, 1, bins);
  return edges_around(astype<double>(min(values)), astype<double>(max(values)), bins);
}

}  // namespace detail

/// The edges of `bins` bins of one width from the least element of x to the greatest:
/// numpy.histogram_bin_edges.
///
///   errors  ShapeMismatch for no bins
template <ArrayExpression E>
Array<double, 1> histogram_bin_edges(const E& x, std::int64_t bins = 10,
                                     SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::edges_of(x, detail::require_bins(bins));
}
/// How many elements of x are in each of `bins` bins of one width from the least element to the
/// greatest: numpy.histogram. NaN is in none.
///
///   errors  ShapeMismatch for no bins
template <ArrayExpression E>
Histogram histogram(const E& x, std::int64_t bins = 10, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Array<double, 1> edges = detail::edges_of(x, detail::require_bins(bins));
  return {detail::counts_in(x, edges), edges};
}
/// The same from `low` to `high`; what is outside is not counted.
///
///   errors  ShapeMismatch also for a range that falls
template <ArrayExpression E>
Histogram histogram(const E& x, std::int64_t bins, double low, double high,
                    SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_bins(bins);
  const auto edges = detail::edges_between(low, high, bins);
  return {detail::counts_in(x, edges), edges};
}
/// The same, the range in braces: numpy.histogram(x, 10, (-1, 1)).
template <ArrayExpression E>
Histogram histogram(const E& x, std::int64_t bins, const BinRange& range,
                    SourceLine line = SourceLine::current()) {
  return histogram(x, bins, range.low, range.high, line);
}
/// The same between `edges`, a vector that rises: numpy.histogram(x, edges).
///
///   errors  ShapeMismatch for fewer than two edges; KernelError on all ranks, when it is computed,
///           for edges that fall
template <ArrayExpression E, ArrayExpression B>
Histogram histogram(const E& x, const B& edges, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<B> == 1, "relatile: histogram: edges are a vector");
  const Array<double, 1> between = astype<double>(edges);
  detail::require_bins(between.shape(0) - 1);
  return {detail::counts_in(x, between), between};
}
/// Each as options say, numpy.histogram(x, bins, density=True, weights=w): counts are double.
///
///   errors  ShapeMismatch also for weights of another shape than x
template <ArrayExpression E>
WeightedHistogram histogram(const E& x, std::int64_t bins, const HistogramOptions& options,
                            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_bins(bins);
  const auto edges = options.range
                         ? detail::edges_between(options.range->low, options.range->high, bins)
                         : detail::edges_of(x, bins);
  return detail::weighted_histogram(astype<double>(ravel(x)), shape_of(x), edges, options);
}
template <ArrayExpression E>
WeightedHistogram histogram(const E& x, std::int64_t bins, double low, double high,
                            const HistogramOptions& options,
                            SourceLine line = SourceLine::current()) {
  HistogramOptions ranged = options;
  ranged.range = BinRange(low, high);
  return histogram(x, bins, ranged, line);
}
/// The range as NumPy's None: histogram(x, 10, {}, {.density = true}).
template <ArrayExpression E>
WeightedHistogram histogram(const E& x, std::int64_t bins, detail::NoOption,
                            const HistogramOptions& options,
                            SourceLine line = SourceLine::current()) {
  return histogram(x, bins, options, line);
}
template <ArrayExpression E>
WeightedHistogram histogram(const E& x, std::int64_t bins, const BinRange& range,
                            const HistogramOptions& options,
                            SourceLine line = SourceLine::current()) {
  return histogram(x, bins, range.low, range.high, options, line);
}
template <ArrayExpression E, ArrayExpression B>
WeightedHistogram histogram(const E& x, const B& edges, const HistogramOptions& options,
                            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<B> == 1, "relatile: histogram: edges are a vector");
  const Array<double, 1> between = astype<double>(edges);
  detail::require_bins(between.shape(0) - 1);
  return detail::weighted_histogram(astype<double>(ravel(x)), shape_of(x), between, options);
}
/// How many pairs of elements of the vectors x and y are in each of bins x bins bins, with the
/// edges of either: numpy.histogram2d.
///
///   errors  ShapeMismatch for no bins, or vectors of different lengths
template <ArrayExpression X, ArrayExpression Y>
Histogram2d histogram2d(const X& x, const Y& y, std::int64_t bins = 10,
                        SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<X> == 1 && rank_of<Y> == 1, "relatile: histogram2d: of vectors");
  detail::require_bins(bins);
  const Array<double, 1> edges_x = detail::edges_of(x, bins);
  const Array<double, 1> edges_y = detail::edges_of(y, bins);
  const Array<double, 2> counts =
      detail::pair_counts(detail::bin_of(x, edges_x), detail::bin_of(y, edges_y), bins);
  return Histogram2d{counts, edges_x, edges_y};
}

/// How many rows of the matrix x, points of D coordinates, are in each of bins x bins x ... bins,
/// with the edges along each axis: numpy.histogramdd, as histogramdd<3>(x, 10).
///
///   errors  ShapeMismatch for no bins, or if x has another number of columns than D
template <int D, ArrayExpression E>
auto histogramdd(const E& x, std::int64_t bins = 10, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == 2, "relatile: histogramdd: of a matrix, a row for every point");
  const Array<element_of<E>, 2> points = as_array(x);
  detail::require_coordinates(points.shape(), D, detail::require_bins(bins));
  std::array<Array<double, 1>, std::size_t(D)> edges;
  std::vector<Array<std::int64_t, 1>> places;
  for (int d = 0; d < D; ++d) {
    const Array<element_of<E>, 1> along = points(all_of_axis, d);
    edges[std::size_t(d)] = detail::edges_of(along, bins);
    places.push_back(detail::bin_of(along, edges[std::size_t(d)]));
  }
  const Array<double, 1> counts = detail::grid_counts(places, bins);
  return std::pair(reshape<D>(counts, Extents::filled(D, bins)), edges);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/parts/impl/histograms.hpp"
#endif
