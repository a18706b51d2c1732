// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include "relatile/function/floor_division.hpp"
#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Remainder {
  static constexpr std::string_view name = "remainder";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::number;
  static constexpr std::int64_t flops = 8;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C a, C b) {
    return detail::floor_division(a, b).remainder;
  }
};

}  // namespace function

/// x - y * floor_divide(x, y), which has the sign of y; numpy.remainder and Python's `%`: -7 % 2
/// is 1.
///
/// Integers by zero give 0, floating-point numbers by zero NaN. bool counts as int8. For the
/// remainder with the sign of x, see fmod.
inline constexpr ElementwiseFunction<function::Remainder> remainder{};

}  // namespace relatile
