// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "relatile/core/promotion.hpp"

/// Choices between numbers, without a branch: `|` in place of `||`, and selections of values that
/// are there anyway, so that compilers make vector code of a loop over them.
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

/// `wins`, or x where it is NaN, else y.
template <class C>
constexpr C unless_nan(bool wins, C x, C y) {
  const bool nan = no_number(x);
  return (wins | nan) ? x : y;
}

template <class C>
constexpr C maximum(C x, C y) {
  return unless_nan(x >= y, x, y);
}
template <class C>
constexpr C minimum(C x, C y) {
  return unless_nan(x <= y, x, y);
}

/// Of a NaN and a number, the number.
template <class C>
constexpr C fmax(C x, C y) {
  const bool nan = no_number(y);
  return ((x >= y) | nan) ? x : y;
}
template <class C>
constexpr C fmin(C x, C y) {
  const bool nan = no_number(y);
  return ((x <= y) | nan) ? x : y;
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
  const auto result = static_cast<C>((x > C(0)) - below_zero(x));
  return no_number(x) ? x : result;
}

template <class C>
constexpr C heaviside(C x, C at_zero) {
  const auto elsewhere = static_cast<C>(x > C(0));
  const C result = x == C(0) ? at_zero : elsewhere;
  return no_number(x) ? x : result;
}

/// By a mask: where conditions alternate, a branch costs more than all else.
template <class C>
constexpr C chosen(bool condition, C a, C b) {
  if constexpr (std::is_floating_point_v<C>) {
    using Bits = std::conditional_t<sizeof(C) == 4, std::uint32_t, std::uint64_t>;
    const Bits mask = Bits(0) - Bits(condition);
    return std::bit_cast<C>((std::bit_cast<Bits>(a) & mask) | (std::bit_cast<Bits>(b) & ~mask));
  } else {
    return condition ? a : b;
  }
}

}  // namespace relatile::function::detail
