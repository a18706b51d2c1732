// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include "relatile/function/floor_division.hpp"
#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct FloorDivide {
  static constexpr std::string_view name = "floor_divide";
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
    return detail::floor_division(a, b).quotient;
  }
};

}  // namespace function

/// The largest whole number not above x / y; numpy.floor_divide and Python's `//`: -7 // 2 is -4.
///
/// Integers by zero give 0, and the smallest integer by -1 wraps to itself. Floating-point numbers
/// by zero give inf or NaN, like x / y; an infinite x gives NaN. bool counts as int8.
inline constexpr ElementwiseFunction<function::FloorDivide> floor_divide{};

}  // namespace relatile
