// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>

#include "relatile/function/list.hpp"

// NumPy's functions of two results: std::pair of two functions of the table, of numbers at once, of
// arrays as two expressions. `const auto [quotient, rest] = divmod(x, 3);`

namespace relatile {

/// floor_divide(x, y) and remainder(x, y); numpy.divmod.
inline constexpr auto divmod = [](const auto& x, const auto& y) {
  return std::pair(floor_divide(x, y), remainder(x, y));
};
/// What is behind the point of x, and what is before it, both with the sign of x; numpy.modf.
inline constexpr auto modf = [](const auto& x) { return std::pair(modf_fraction(x), trunc(x)); };
/// m and e with x = m * 2^e and |m| from 0.5 to below 1; e is of int32. numpy.frexp.
inline constexpr auto frexp = [](const auto& x) {
  return std::pair(frexp_mantissa(x), frexp_exponent(x));
};

}  // namespace relatile
