// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Sign {
  static constexpr std::string_view name = "sign";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = !std::is_same_v<C, bool> && !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C x) {
    if (x > C(0)) return C(1);
    if constexpr (std::is_signed_v<C>) {
      if (x < C(0)) return C(-1);
    }
    return x == C(0) ? C(0) : x;
  }
};

}  // namespace function

/// 1, 0 or -1 as x is above, equal to or below zero; numpy.sign. NaN stays NaN, and -0.0 gives 0.0.
///
/// bool is refused, as in NumPy. So are complex numbers, for which NumPy 1 and NumPy 2 disagree.
inline constexpr ElementwiseFunction<function::Sign> sign{};

}  // namespace relatile
