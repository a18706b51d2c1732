// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

#include "relatile/core/promotion.hpp"
#include "relatile/function/arithmetic.hpp"
#include "relatile/function/integer.hpp"

namespace relatile::function::detail {

template <class C>
constexpr C integer_power(C base, C exponent) {
  if constexpr (std::is_signed_v<C>) {
    if (exponent < 0) {
      if (base == C(1)) return C(1);
      if (is_minus_one(base)) return exponent % 2 == 0 ? C(1) : base;
      return C(0);
    }
  }
  auto square = static_cast<wrapping_t<C>>(base);
  wrapping_t<C> result = 1;
  for (auto rest = static_cast<wrapping_t<C>>(exponent); rest != 0; rest >>= 1) {
    if (rest & 1) result *= square;
    square *= square;
  }
  return static_cast<C>(result);
}

/// Small whole powers by multiplication, as in NumPy: exact where the numbers are.
template <class C>
C complex_power(C base, C exponent) {
  using Part = real_t<C>;
  constexpr Part largest_by_multiplication = 100;
  if (exponent == C(0)) return C(1);
  if (base == C(0)) {
    if (exponent.real() > 0 && exponent.imag() == 0) return C(0);
    constexpr Part nan = std::numeric_limits<Part>::quiet_NaN();
    return C(nan, nan);
  }
  const Part size = std::abs(exponent.real());
  if (exponent.imag() == 0 && size < largest_by_multiplication && size == std::floor(size)) {
    C square = base;
    C result = 1;
    bool first = true;  // no product with 1, which is NaN for infinite numbers
    for (auto rest = static_cast<int>(size); rest != 0; rest >>= 1) {
      if (rest & 1) result = first ? square : product(result, square);
      first = first && !(rest & 1);
      if (rest > 1) square = product(square, square);
    }
    return exponent.real() < 0 ? complex_ratio(C(1), result) : result;
  }
  return std::pow(base, exponent);
}

template <class C>
C power(C base, C exponent) {
  if constexpr (std::is_integral_v<C>) {
    return integer_power(base, exponent);
  } else if constexpr (is_complex_v<C>) {
    return complex_power(base, exponent);
  } else {
    return std::pow(base, exponent);
  }
}

}  // namespace relatile::function::detail
