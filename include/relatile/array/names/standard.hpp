// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "relatile/array/lines/differences.hpp"
#include "relatile/array/lines/scan.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/unlike.hpp"
#include "relatile/expr/named.hpp"
#include "relatile/expr/view.hpp"

// The second names that NumPy 2 took over from the Python array API standard. Functions that C has,
// too, take arrays alone here, so that `using namespace relatile` leaves pow(2.0, 3) what it was.

namespace relatile {

/// arccos(x).
template <ArrayExpression E>
auto acos(const E& x) {
  return arccos(x);
}
/// arccosh(x).
template <ArrayExpression E>
auto acosh(const E& x) {
  return arccosh(x);
}
/// arcsin(x).
template <ArrayExpression E>
auto asin(const E& x) {
  return arcsin(x);
}
/// arcsinh(x).
template <ArrayExpression E>
auto asinh(const E& x) {
  return arcsinh(x);
}
/// arctan(x).
template <ArrayExpression E>
auto atan(const E& x) {
  return arctan(x);
}
/// arctanh(x).
template <ArrayExpression E>
auto atanh(const E& x) {
  return arctanh(x);
}
/// bitwise_not(x).
template <ArrayExpression E>
auto bitwise_invert(const E& x) {
  return bitwise_not(x);
}
/// arctan2(y, x), of which one at least is an array.
template <class Y, class X>
  requires(ArrayExpression<Y> || ArrayExpression<X>)
auto atan2(const Y& y, const X& x) { return arctan2(y, x); }
/// power(x, y), of which one is an array.
template <class X, class Y>
  requires(ArrayExpression<X> || ArrayExpression<Y> || detail::SparseLike<X>)
auto pow(const X& x, const Y& y) { return power(x, y); }
/// left_shift(x, y), of which one is an array.
template <class X, class Y>
  requires(ArrayExpression<X> || ArrayExpression<Y>)
auto bitwise_left_shift(const X& x, const Y& y) { return left_shift(x, y); }
/// right_shift(x, y), of which one is an array.
template <class X, class Y>
  requires(ArrayExpression<X> || ArrayExpression<Y>)
auto bitwise_right_shift(const X& x, const Y& y) { return right_shift(x, y); }

/// transpose(x), with its axes in reverse order, or in one that is given: transpose(x, {1, 2, 0}).
template <ArrayExpression E>
auto permute_dims(const E& x, SourceLine line = SourceLine::current()) {
  return transpose(x, line);
}
template <ArrayExpression E, std::size_t M>
auto permute_dims(const E& x, const int (&axes)[M], SourceLine line = SourceLine::current()) {
  return transpose(x, axes, line);
}
/// The last two axes of x in each other's place.
template <ArrayExpression E>
auto matrix_transpose(const E& x, SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> >= 2, "relatile: matrix_transpose: of two dimensions or more");
  return swapaxes(x, -1, -2, line);
}

/// concatenate(arrays, axis).
template <detail::ArrayList L>
auto concat(const L& arrays, int axis = 0, SourceLine line = SourceLine::current()) {
  return concatenate(arrays, axis, line);
}
template <class T, int N>
Array<T, N> concat(std::initializer_list<detail::Listed<T, N>> arrays, int axis = 0,
                   SourceLine line = SourceLine::current()) {
  return concatenate(arrays, axis, line);
}

template <detail::NoArrayList X = detail::UnlikeList, class... More>
detail::Refused concat(const X& arrays, const More&... more) {
  return concatenate<X>(arrays, more...);
}

/// cumsum(x, axis); of a vector the axis may be left out.
template <ArrayExpression E>
auto cumulative_sum(const E& x, int axis, SourceLine line = SourceLine::current()) {
  return cumsum(x, axis, line);
}
template <ArrayExpression E>
auto cumulative_sum(const E& x, SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> == 1, "relatile: cumulative_sum: say along which axis");
  return cumsum(x, 0, line);
}
/// cumprod(x, axis); of a vector the axis may be left out.
template <ArrayExpression E>
auto cumulative_prod(const E& x, int axis, SourceLine line = SourceLine::current()) {
  return cumprod(x, axis, line);
}
template <ArrayExpression E>
auto cumulative_prod(const E& x, SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> == 1, "relatile: cumulative_prod: say along which axis");
  return cumprod(x, 0, line);
}

/// trapz(y, step, axis), or, between the points x, trapz(y, x, axis).
template <ArrayExpression E>
auto trapezoid(const E& y, double step = 1, int axis = -1,
               SourceLine line = SourceLine::current()) {
  return trapz(y, step, axis, line);
}
template <ArrayExpression E, ArrayExpression X>
auto trapezoid(const E& y, const X& x, int axis = -1, SourceLine line = SourceLine::current()) {
  return trapz(y, x, axis, line);
}

}  // namespace relatile
