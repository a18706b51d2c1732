// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

#include "relatile/array/reductions.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"

// numpy.isclose, allclose, array_equal and array_equiv. What NumPy returns as one truth value is an
// array without dimensions here, lazy as all arrays: `if (bool(allclose(x, y)))`.

namespace relatile {

namespace detail {

/// Whether arrays of these shapes broadcast together.
bool broadcast_together(const Extents& a, const Extents& b);

/// Integers and bool as double, so that differences neither wrap nor are refused.
template <class X>
auto inexact(const X& x) {
  if constexpr (is_scalar_type_v<X>) {
    if constexpr (std::is_integral_v<X>) {
      return static_cast<double>(x);
    } else {
      return x;
    }
  } else if constexpr (std::is_integral_v<element_of<X>>) {
    return astype<double>(x);
  } else {
    return as_array(x);
  }
}

/// What an A can be compared with: one of both is an array.
template <class B, class A>
concept ComparedWith = (ArrayExpression<A> && ElementwiseOperand<B>) ||
                       (ArrayExpression<B> && ElementwiseOperand<A>);

template <class A, class B>
auto same_elements(const A& a, const B& b, bool equal_nan) {
  const auto equal = a == b;
  if (!equal_nan) return as_array(equal);
  return as_array(equal || (isnan(a) && isnan(b)));
}

}  // namespace detail

/// Whether |a - b| <= atol + rtol |b|, element by element; of infinities, whether they are equal:
/// numpy.isclose. NaN is close to NaN only with `equal_nan`.
///
///   errors  ShapeMismatch if a and b do not broadcast together
template <class A, detail::ComparedWith<A> B>
Array<bool, std::max(detail::refused_rank<A>, detail::refused_rank<B>)> isclose(
    const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false,
    SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto x = detail::inexact(a);
  const auto y = detail::inexact(b);
  const auto near = abs(x - y) <= atol + rtol * abs(y);
  const auto close = where(isfinite(x) && isfinite(y), near, x == y);
  if (!equal_nan) return close;
  return close || (isnan(x) && isnan(y));
}

/// Whether all elements are close: numpy.allclose; true of no elements.
///
///   errors  ShapeMismatch if a and b do not broadcast together
template <class A, detail::ComparedWith<A> B>
Array<bool, 0> allclose(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8,
                        bool equal_nan = false, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return all(isclose(a, b, rtol, atol, equal_nan));
}

/// Whether two arrays have the same shape and equal elements: numpy.array_equal. NaN equals NaN
/// only with `equal_nan`.
template <ArrayExpression A, ArrayExpression B>
Array<bool, 0> array_equal(const A& a, const B& b, bool equal_nan = false,
                           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if constexpr (rank_of<A> == rank_of<B>) {
    if (shape_of(a) == shape_of(b)) return all(detail::same_elements(a, b, equal_nan));
  }
  return full<bool, 0>(Extents{}, false);
}

/// Whether two arrays broadcast together and are equal then: numpy.array_equiv.
template <ArrayExpression A, ArrayExpression B>
Array<bool, 0> array_equiv(const A& a, const B& b, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if (detail::broadcast_together(shape_of(a), shape_of(b))) return all(a == b);
  return full<bool, 0>(Extents{}, false);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/comparison.hpp"
#endif
