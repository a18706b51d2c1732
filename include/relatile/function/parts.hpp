// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

#include "relatile/core/promotion.hpp"

/// What the tables say of the parts of numbers: real and imaginary, mantissa and exponent, before
/// and behind the point.
namespace relatile::function::detail {

template <class C>
bool is_nan(C x) {
  if constexpr (is_complex_v<C>) {
    const bool re = std::isnan(x.real());
    const bool im = std::isnan(x.imag());
    return re | im;
  } else {
    return std::isnan(x);
  }
}

template <class C>
bool is_infinite(C x) {
  if constexpr (is_complex_v<C>) {
    const bool re = std::isinf(x.real());
    const bool im = std::isinf(x.imag());
    return re | im;
  } else {
    return std::isinf(x);
  }
}

template <class C>
bool is_finite(C x) {
  if constexpr (is_complex_v<C>) {
    const bool re = std::isfinite(x.real());
    const bool im = std::isfinite(x.imag());
    return re & im;
  } else {
    return std::isfinite(x);
  }
}

/// Halves to the even number.
template <class C>
C rint(C x) {
  if constexpr (is_complex_v<C>) {
    return C(std::rint(x.real()), std::rint(x.imag()));
  } else {
    return std::rint(x);
  }
}

template <class C>
C conj(C x) {
  if constexpr (is_complex_v<C>) {
    return std::conj(x);
  } else {
    return x;
  }
}

template <class C>
real_t<C> real(C x) {
  if constexpr (is_complex_v<C>) {
    return x.real();
  } else {
    return x;
  }
}

template <class C>
real_t<C> imag(C x) {
  if constexpr (is_complex_v<C>) {
    return x.imag();
  } else {
    return C(0);
  }
}

template <class C>
real_t<C> angle(C x) {
  if constexpr (is_complex_v<C>) {
    return std::arg(x);
  } else {
    return std::atan2(C(0), x);
  }
}

template <class C>
inline constexpr C infinity = std::numeric_limits<C>::infinity();

/// Of either zero, the smallest number above it, as NumPy has it.
template <class C>
C spacing(C x) {
  if (x == C(0)) return std::numeric_limits<C>::denorm_min();
  return std::nextafter(x, std::copysign(infinity<C>, x)) - x;
}

/// An exponent beyond these limits makes zero or infinity of every number.
template <class C>
C scaled_by_power_of_two(C x, C exponent) {
  const C above = exponent < C(-5000) ? C(-5000) : exponent;
  const C within = above < C(5000) ? above : C(5000);  // 5000 for NaN as well
  return std::ldexp(x, static_cast<int>(within));
}

template <class C>
C mantissa(C x) {
  int exponent = 0;
  return std::frexp(x, &exponent);
}
template <class C>
std::int32_t binary_exponent(C x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::isfinite(x) ? exponent : 0;
}

template <class C>
C fraction(C x) {
  C whole = 0;
  return std::modf(x, &whole);
}

}  // namespace relatile::function::detail
