// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "relatile/expr/array.hpp"

// What NumPy's users ask of an array; the types tell, and nothing is computed.

namespace relatile {

/// The number of dimensions: numpy.ndim; of a number 0.
template <class X>
constexpr int ndim(const X&) {
  if constexpr (ArrayExpression<X>) {
    return rank_of<X>;
  } else {
    static_assert(is_scalar_type_v<X>, "relatile: ndim: of an array or a number");
    return 0;
  }
}
/// The number of elements: numpy.size.
template <ArrayExpression E>
std::int64_t size(const E& x) {
  return volume(shape_of(x));
}
/// The extent of one axis, from the end if it is negative: numpy.size(x, axis).
///
///   errors  ShapeMismatch for an axis that x lacks
template <ArrayExpression E>
std::int64_t size(const E& x, int axis) {
  return detail::extent_of(shape_of(x), axis);
}
/// Whether x is a number and no array: numpy.isscalar. An array without dimensions is an array.
template <class X>
constexpr bool isscalar(const X&) {
  return is_scalar_type_v<X>;
}

namespace detail {
template <class X>
constexpr bool holds_complex() {
  if constexpr (ArrayExpression<X>) {
    return is_complex_v<element_of<X>>;
  } else {
    return is_complex_v<X>;
  }
}
}  // namespace detail

/// Whether x, an array or a number, is of a complex type: numpy.iscomplexobj.
template <class X>
constexpr bool iscomplexobj(const X&) {
  return detail::holds_complex<X>();
}
/// Whether it is not: numpy.isrealobj.
template <class X>
constexpr bool isrealobj(const X&) {
  return !detail::holds_complex<X>();
}

}  // namespace relatile
