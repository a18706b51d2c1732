// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct RightShift {
  static constexpr std::string_view name = "right_shift";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::number;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = std::is_integral_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C a, C b) {
    constexpr auto bits = 8 * sizeof(C);
    // As an unsigned number, a negative b is a large one.
    const auto by = static_cast<std::make_unsigned_t<C>>(b);
    if (by < bits) return static_cast<C>(a >> by);
    if constexpr (std::is_signed_v<C>) {
      if (a < 0) return C(-1);
    }
    return C(0);
  }
};

}  // namespace function

/// x / 2^y, rounded down; numpy.right_shift. Integers only; bool counts as int8.
///
/// Shifting by all bits of the type or more, or by a negative number, gives 0, or -1 for negative
/// x.
inline constexpr ElementwiseFunction<function::RightShift> right_shift{};

}  // namespace relatile
