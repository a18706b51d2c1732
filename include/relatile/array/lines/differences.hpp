// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

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
auto gradient(const E& x, double step = 1, int axis = -1, SourceLine line = SourceLine::current()) {
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

}  // namespace relatile
