// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "relatile/core/promotion.hpp"

/// Choices between numbers without a branch: between values that are there anyway, so that
/// compilers make vector code of a loop over them.
namespace relatile::function::detail {

/// Whether x is NaN; integers never are.
template <class C>
constexpr bool no_number(C x) {
  if constexpr (std::is_integral_v<C>) {
    return false;
  } else {
    return x != x;
  }
}

template <class C>
constexpr C maximum(C x, C y) {
  const C larger = x >= y ? x : y;  // y if either is NaN
  return no_number(x) ? x : larger;
}
template <class C>
constexpr C minimum(C x, C y) {
  const C smaller = x <= y ? x : y;
  return no_number(x) ? x : smaller;
}

/// Of a NaN and a number, the number.
template <class C>
constexpr C fmax(C x, C y) {
  const C larger = x >= y ? x : y;
  return no_number(y) ? x : larger;
}
template <class C>
constexpr C fmin(C x, C y) {
  const C smaller = x <= y ? x : y;
  return no_number(y) ? x : smaller;
}

template <class C>
constexpr bool below_zero(C x) {
  if constexpr (std::is_signed_v<C>) {
    return x < C(0);
  } else {
    return false;
  }
}

template <class C>
constexpr C sign(C x) {
  const bool above = x > C(0);
  const bool below = below_zero(x);
  C result = no_number(x) ? x : C(0);
  result = above ? C(1) : result;
  return below ? static_cast<C>(-1) : result;
}

template <class C>
constexpr C heaviside(C x, C at_zero) {
  const auto elsewhere = static_cast<C>(x > C(0));
  const C result = x == C(0) ? at_zero : elsewhere;
  return no_number(x) ? x : result;
}

// A bool in memory is a byte, and GCC 12 makes vector code of bytes only.

/// By a mask: where conditions alternate and there is no vector code, a branch costs more than all
/// else.
template <class C>
constexpr C chosen(bool condition, C a, C b) {
  if constexpr (is_complex_v<C>) {
    return C(chosen(condition, a.real(), b.real()), chosen(condition, a.imag(), b.imag()));
  } else {
    using Bits = relatile::detail::sized_integer_t<sizeof(C), false>;
    const auto mask = static_cast<Bits>(-std::bit_cast<std::int8_t>(condition));
    const auto of_a = static_cast<Bits>(std::bit_cast<Bits>(a) & mask);
    const auto of_b = static_cast<Bits>(std::bit_cast<Bits>(b) & ~mask);
    return std::bit_cast<C>(static_cast<Bits>(of_a | of_b));
  }
}

constexpr bool logical_not(bool x) { return std::bit_cast<std::uint8_t>(x) == 0; }

}  // namespace relatile::function::detail
