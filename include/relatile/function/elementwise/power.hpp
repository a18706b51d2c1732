// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "relatile/function/elementwise/divide.hpp"
#include "relatile/function/elementwise/multiply.hpp"
#include "relatile/function/function.hpp"
#include "relatile/function/integer.hpp"

namespace relatile {

namespace function {

namespace detail {

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
C complex_power(const C& base, const C& exponent) {
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
      if (rest & 1) result = first ? square : Multiply::apply(result, square);
      first = first && !(rest & 1);
      if (rest > 1) square = Multiply::apply(square, square);
    }
    return exponent.real() < 0 ? Divide::apply(C(1), result) : result;
  }
  return std::pow(base, exponent);
}

}  // namespace detail

struct Power {
  static constexpr std::string_view name = "power";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::number;
  static constexpr std::int64_t flops = 20;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(const C& a, const C& b) {
    if constexpr (std::is_integral_v<C>) {
      return detail::integer_power(a, b);
    } else if constexpr (is_complex_v<C>) {
      return detail::complex_power(a, b);
    } else {
      return std::pow(a, b);
    }
  }
};

}  // namespace function

/// x to the power y; numpy.power. Integers stay integers and wrap; bool counts as int8.
///
/// Differs from NumPy, which throws, for integers to a negative power: the result is 1 / x^-y
/// rounded towards zero, so 1 for x = 1, 1 or -1 for x = -1, and 0 for everything else, also for x
/// = 0. Convert to double for fractions. x^0 is 1 for every x, even NaN. A complex zero is 0 to a
/// positive real power and NaN to all others but 0.
inline constexpr ElementwiseFunction<function::Power> power{};

}  // namespace relatile
