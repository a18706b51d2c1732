// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"

// Differences of neighbours, and what is made of them. A site is sent the neighbours that its share
// lacks, and nothing else.

namespace relatile {

namespace detail {

/// The view of x that has of `axis` what `range` says.
template <ArrayExpression E>
Array<element_of<E>, rank_of<E>> stretch_of(const E& x, int axis, const Slice& range) {
  return Array<element_of<E>, rank_of<E>>(slice_node("slice", to_node(x), axis, range));
}

/// Throws ShapeMismatch unless there is a point for each value along the axis, or for each value.
inline void require_as_many_points(const Extents& values, const Extents& points, int axis) {
  if (points == values || (points.rank() == 1 && points[0] == values[axis])) return;
  throw ShapeMismatch("relatile: trapz: points of shape " + to_string(points) + " along axis " +
                      std::to_string(axis) + " of values of shape " + to_string(values));
}

}  // namespace detail

/// x[i + 1] - x[i] along `axis`, n times over: numpy.diff. Truth values differ, or do not.
///
///   errors  ShapeMismatch for an axis that x lacks, or for n below 0
template <ArrayExpression E>
auto diff(const E& x, int n = 1, int axis = -1, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> >= 1, "relatile: diff: of at least one dimension");
  if (n < 0) throw ShapeMismatch("relatile: diff: " + std::to_string(n) + " times");
  using T = element_of<E>;
  Array<T, rank_of<E>> result = as_array(x);
  for (int i = 0; i < n; ++i) {
    const auto after = detail::stretch_of(result, axis, slice(1));
    const auto before = detail::stretch_of(result, axis, slice(0, -1));
    if constexpr (std::is_same_v<T, bool>) {
      result = after != before;
    } else {
      result = after - before;
    }
  }
  return result;
}
/// x[i + 1] - x[i] of all elements in row-major order: numpy.ediff1d.
template <ArrayExpression E>
auto ediff1d(const E& x, SourceLine line = SourceLine::current()) {
  return diff(ravel(x, line), 1, 0, line);
}

/// The slope of x along `axis`, of values `step` apart: numpy.gradient(x, step, axis=axis).
/// Inside it is half of what the neighbours differ by, at the ends what the last two differ by.
///
///   errors  ShapeMismatch for an axis that x lacks, or that has fewer than two elements
template <ArrayExpression E>
auto gradient(const E& x, double step, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> >= 1, "relatile: gradient: of at least one dimension");
  using T = std::conditional_t<std::is_integral_v<element_of<E>>, double, element_of<E>>;
  const Array<T, rank_of<E>> y = astype<T>(x);
  const int at = detail::normal_axis("gradient", axis, rank_of<E>);
  if (y.shape(at) < 2) {
    throw ShapeMismatch("relatile: gradient: axis " + std::to_string(axis) +
                        " of an array of shape " + to_string(y.shape()) +
                        " has fewer than two elements");
  }
  const auto steps = diff(y, 1, at) / T(step);
  const Array<T, rank_of<E>> slopes = steps;
  const Array<T, rank_of<E>> inner =
      (detail::stretch_of(y, at, slice(2)) - detail::stretch_of(y, at, slice(0, -2))) / T(2 * step);
  return concatenate({detail::stretch_of(slopes, at, slice(0, 1)), inner,
                      detail::stretch_of(slopes, at, slice(-1))},
                     at, line);
}

/// Of a vector, which has one axis.
template <ArrayExpression E>
auto gradient(const E& x, double step = 1, SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> == 1,
                "relatile: gradient: of one axis at a time: gradient(x, step, axis)");
  return gradient(x, step, 0, line);
}

/// The area under y along `axis` by trapezoids, of values `step` apart: numpy.trapz(y, dx=...).
template <ArrayExpression E>
auto trapz(const E& y, double step = 1, int axis = -1, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> >= 1, "relatile: trapz: of at least one dimension");
  using T = std::conditional_t<std::is_integral_v<element_of<E>>, double, element_of<E>>;
  const Array<T, rank_of<E>> values = astype<T>(y);
  const auto pairs =
      detail::stretch_of(values, axis, slice(1)) + detail::stretch_of(values, axis, slice(0, -1));
  return as_array(sum(pairs * T(0.5 * step), axis));
}

/// The same between the points x, a vector for all lines or of y's shape: numpy.trapz(y, x).
///
///   errors  ShapeMismatch for another number of points than of values
template <ArrayExpression E, ArrayExpression X>
auto trapz(const E& y, const X& x, int axis = -1, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int N = rank_of<E>;
  static_assert(rank_of<X> == 1 || rank_of<X> == N,
                "relatile: trapz: the points are a vector, or as many as values");
  using Both = promote_t<element_of<E>, element_of<X>>;
  using T = std::conditional_t<std::is_integral_v<Both>, double, Both>;
  const Array<T, N> values = astype<T>(y);
  const int at = detail::normal_axis("trapz", axis, N);
  detail::require_as_many_points(shape_of(y), shape_of(x), at);
  const auto pairs = as_array(detail::stretch_of(values, at, slice(1)) +
                              detail::stretch_of(values, at, slice(0, -1)));
  const auto widths = as_array(astype<T>(diff(x, 1, rank_of<X> == 1 ? 0 : at)));
  if constexpr (rank_of<X> == 1 && N > 1) {
    Extents along = Extents::filled(N, 1);
    along[at] = widths.shape(0);
    return as_array(sum(pairs * reshape<N>(widths, along) * T(0.5), at));
  } else {
    return as_array(sum(pairs * widths * T(0.5), at));
  }
}

}  // namespace relatile
