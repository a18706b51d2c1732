// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <type_traits>

#include "relatile/core/promotion.hpp"

/// Integer arithmetic without undefined behaviour: it wraps, and dividing by zero gives zero.
namespace relatile::function::detail {

/// Unsigned, and at least as wide as `unsigned`: narrower types would be promoted to int, whose
/// product overflows even for uint16.
template <class C>
using wrapping_t =
    std::conditional_t<(sizeof(C) < sizeof(unsigned)), unsigned, std::make_unsigned_t<C>>;

template <class C>
constexpr C wrapping_add(C a, C b) {
  return static_cast<C>(static_cast<wrapping_t<C>>(a) + static_cast<wrapping_t<C>>(b));
}

template <class C>
constexpr C wrapping_subtract(C a, C b) {
  return static_cast<C>(static_cast<wrapping_t<C>>(a) - static_cast<wrapping_t<C>>(b));
}

template <class C>
constexpr C wrapping_multiply(C a, C b) {
  return static_cast<C>(static_cast<wrapping_t<C>>(a) * static_cast<wrapping_t<C>>(b));
}

template <class C>
constexpr C wrapping_negative(C a) {
  return wrapping_subtract(C(0), a);
}

/// |a|; of the smallest integer, that integer.
template <class C>
constexpr C wrapping_abs(C a) {
  if constexpr (std::is_signed_v<C>) {
    return a < C(0) ? wrapping_negative(a) : a;
  } else {
    return a;
  }
}

template <class C>
constexpr bool is_minus_one(C a) {
  return std::is_signed_v<C> && a == static_cast<C>(-1);
}

/// a / b towards zero. The smallest integer by -1 would trap; it wraps to itself instead.
template <class C>
constexpr C quotient(C a, C b) {
  if (b == C(0)) return C(0);
  if (is_minus_one(b)) return wrapping_negative(a);
  return static_cast<C>(a / b);
}

/// a - b * quotient(a, b), so its sign is that of a; 0 where b is 0.
template <class C>
constexpr C truncated_remainder(C a, C b) {
  if (b == C(0) || is_minus_one(b)) return C(0);
  return static_cast<C>(a % b);
}

/// The greatest common divisor, as an unsigned number: that of two smallest integers is no C.
template <class C>
constexpr std::make_unsigned_t<C> greatest_common_divisor(C a, C b) {
  using Unsigned = std::make_unsigned_t<C>;
  auto x = static_cast<Unsigned>(wrapping_abs(a));
  auto y = static_cast<Unsigned>(wrapping_abs(b));
  while (y != 0) {
    const auto rest = static_cast<Unsigned>(x % y);
    x = y;
    y = rest;
  }
  return x;
}

/// The least common multiple, which wraps; 0 if either is.
template <class C>
constexpr C least_common_multiple(C a, C b) {
  using Unsigned = std::make_unsigned_t<C>;
  const auto divisor = greatest_common_divisor(a, b);
  if (divisor == 0) return C(0);
  const auto part = static_cast<Unsigned>(static_cast<Unsigned>(wrapping_abs(a)) / divisor);
  return static_cast<C>(wrapping_multiply(part, static_cast<Unsigned>(wrapping_abs(b))));
}

/// The bits that are not set; of bool, `not`.
template <class C>
constexpr C complement(C x) {
  if constexpr (std::is_same_v<C, bool>) {
    return !x;
  } else {
    return static_cast<C>(~x);
  }
}

template <class C>
constexpr int bits_set(C x) {
  if constexpr (std::is_same_v<C, bool>) {
    return x ? 1 : 0;
  } else {
    return std::popcount(static_cast<std::make_unsigned_t<C>>(wrapping_abs(x)));
  }
}

/// How far to shift; as an unsigned number, a negative one is large.
template <class C>
constexpr std::make_unsigned_t<C> shift_by(C b) {
  return static_cast<std::make_unsigned_t<C>>(b);
}
template <class C>
inline constexpr std::make_unsigned_t<C> bits_of = 8 * sizeof(C);

template <class C>
constexpr C left_shift(C a, C b) {
  const auto by = shift_by(b);
  return by < bits_of<C> ? static_cast<C>(static_cast<wrapping_t<C>>(a) << by) : C(0);
}

template <class C>
constexpr C right_shift(C a, C b) {
  const auto by = shift_by(b);
  if constexpr (std::is_signed_v<C>) {
    constexpr std::make_unsigned_t<C> last = bits_of<C> - 1;
    return static_cast<C>(a >> (by < last ? by : last));  // leaves nothing but the sign
  } else {
    return by < bits_of<C> ? static_cast<C>(a >> by) : C(0);
  }
}

}  // namespace relatile::function::detail
