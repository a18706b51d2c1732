// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/patterns.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/linalg/spectral/least_squares.hpp"

namespace relatile {

namespace detail {

inline void require_degree(std::int64_t degree) {
  if (degree >= 0) return;
  throw ShapeMismatch("relatile: polyfit: a degree of " + std::to_string(degree) +
                      "; it is 0 or more");
}

inline void require_points(const Extents& x) {
  if (x[0] > 0) return;
  throw ShapeMismatch("relatile: polyfit: x has no points to fit a polynomial to");
}

}  // namespace detail

/// The coefficients of the polynomial of this degree that is nearest to the points (x, y) by least
/// squares, the highest power's first, as polyval takes them: numpy.polyfit(x, y, degree). Columns
/// of a matrix y are fitted apart. Computed at once, by singular values of the powers of x, whose
/// columns are given length 1.
///
///   shapes  (n) (n) -> (degree+1), (n) (n,p) -> (degree+1,p)
///   errors  ShapeMismatch for a negative degree, no points, or other lengths; KernelError for NaN
///           or infinities in x
template <ArrayExpression X, ArrayExpression Y>
auto polyfit(const X& x, const Y& y, std::int64_t degree, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<X> == 1 && (rank_of<Y> == 1 || rank_of<Y> == 2),
                "relatile: polyfit: x is a vector, and y a vector, or a matrix with a column for "
                "each polynomial");
  detail::require_degree(degree);
  detail::require_inner("polyfit", shape_of(x), 0, shape_of(y), 0);
  detail::require_points(shape_of(x));
  using R = detail::factored_t<element_of<X>>;
  const Array<R, 2> powers = astype<R>(vander(astype<R>(x), degree + 1));
  const Array<real_t<R>, 1> lengths = sqrt(sum(square(relatile::abs(powers)), 0));
  const Array<real_t<R>, 1> units = where(lengths > real_t<R>(0), lengths, real_t<R>(1));
  const auto scaled = lstsq(powers / units, y).x;
  if constexpr (rank_of<Y> == 1) {
    return as_array(scaled / units);
  } else {
    return as_array(scaled / expand_dims(units, 1));
  }
}

}  // namespace relatile
