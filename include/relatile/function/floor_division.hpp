// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <type_traits>

#include "relatile/function/integer.hpp"

namespace relatile::function::detail {

template <class C>
struct FloorDivision {
  C quotient;
  C remainder;  ///< has the sign of the divisor
};

/// Python's `divmod`: a = quotient * b + remainder, the quotient rounded down.
template <class C>
FloorDivision<C> floor_division(C a, C b) {
  if constexpr (std::is_integral_v<C>) {
    FloorDivision<C> result{detail::quotient(a, b), truncated_remainder(a, b)};
    if constexpr (std::is_signed_v<C>) {
      if (result.remainder != 0 && (result.remainder < 0) != (b < 0)) {
        result.quotient = static_cast<C>(result.quotient - 1);
        result.remainder = static_cast<C>(result.remainder + b);
      }
    }
    return result;
  } else {
    // fmod is exact, so the quotient is taken from what it leaves; floor(a / b) may be one too
    // many.
    C remainder = std::fmod(a, b);
    if (b == 0) return {a / b, remainder};
    C quotient = (a - remainder) / b;
    if (remainder == 0) {
      remainder = std::copysign(C(0), b);
    } else if ((b < 0) != (remainder < 0)) {
      remainder += b;
      quotient -= 1;
    }
    if (quotient == 0) return {std::copysign(C(0), a / b), remainder};
    const C below = std::floor(quotient);
    return {quotient - below > C(0.5) ? below + 1 : below, remainder};
  }
}

/// What is left of a when divided by b towards zero.
template <class C>
C fmod(C a, C b) {
  if constexpr (std::is_integral_v<C>) {
    return truncated_remainder(a, b);
  } else {
    return std::fmod(a, b);
  }
}

}  // namespace relatile::function::detail
