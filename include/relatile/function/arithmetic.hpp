// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <type_traits>

#include "relatile/core/promotion.hpp"
#include "relatile/function/integer.hpp"

/// Arithmetic of the tables that differs between bool, integers, floating-point and complex
/// numbers.
namespace relatile::function::detail {

template <class C>
constexpr C sum(C a, C b) {
  if constexpr (std::is_same_v<C, bool>) {
    return a | b;
  } else if constexpr (std::is_integral_v<C>) {
    return wrapping_add(a, b);
  } else {
    return a + b;
  }
}

template <class C>
constexpr C difference(C a, C b) {
  if constexpr (std::is_integral_v<C>) {
    return wrapping_subtract(a, b);
  } else {
    return a - b;
  }
}

template <class C>
constexpr C product(C a, C b) {
  if constexpr (std::is_same_v<C, bool>) {
    return a & b;
  } else if constexpr (std::is_integral_v<C>) {
    return wrapping_multiply(a, b);
  } else if constexpr (is_complex_v<C>) {
    // Not std::complex's product, which searches for infinities among NaNs, as C's Annex G asks.
    return C(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
  } else {
    return a * b;
  }
}

template <class C>
constexpr C opposite(C x) {
  if constexpr (std::is_integral_v<C>) {
    return wrapping_negative(x);
  } else {
    return -x;
  }
}

template <class C>
real_t<C> magnitude(C x) {
  if constexpr (std::is_same_v<C, bool>) {
    return x;
  } else if constexpr (std::is_integral_v<C>) {
    return wrapping_abs(x);
  } else {
    return std::abs(x);
  }
}

/// By Smith's method, as NumPy does: no overflow where the quotient itself is small.
template <class C>
C complex_ratio(C a, C b) {
  using Part = real_t<C>;
  const Part re = std::abs(b.real());
  const Part im = std::abs(b.imag());
  if (re == 0 && im == 0) return C(a.real() / re, a.imag() / re);
  if (re >= im) {
    const Part ratio = b.imag() / b.real();
    const Part scale = Part(1) / (b.real() + b.imag() * ratio);
    return C((a.real() + a.imag() * ratio) * scale, (a.imag() - a.real() * ratio) * scale);
  }
  const Part ratio = b.real() / b.imag();
  const Part scale = Part(1) / (b.imag() + b.real() * ratio);
  return C((a.real() * ratio + a.imag()) * scale, (a.imag() * ratio - a.real()) * scale);
}

template <class C>
C ratio(C a, C b) {
  if constexpr (is_complex_v<C>) {
    return complex_ratio(a, b);
  } else {
    return a / b;
  }
}

/// By Smith's method, as NumPy does.
template <class C>
C complex_reciprocal(C x) {
  using Part = real_t<C>;
  if (std::abs(x.imag()) <= std::abs(x.real())) {
    const Part ratio = x.imag() / x.real();
    const Part divisor = x.real() + x.imag() * ratio;
    return C(Part(1) / divisor, -ratio / divisor);
  }
  const Part ratio = x.real() / x.imag();
  const Part divisor = x.real() * ratio + x.imag();
  return C(ratio / divisor, Part(-1) / divisor);
}

template <class C>
C reciprocal(C x) {
  if constexpr (std::is_integral_v<C>) {
    return quotient(C(1), x);
  } else if constexpr (is_complex_v<C>) {
    return complex_reciprocal(x);
  } else {
    return C(1) / x;
  }
}

}  // namespace relatile::function::detail
