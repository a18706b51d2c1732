// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Heaviside {
  static constexpr std::string_view name = "heaviside";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C x, C at_zero) {
    if (x < 0) return C(0);
    if (x > 0) return C(1);
    return x == 0 ? at_zero : x;
  }
};

}  // namespace function

/// 0 where x < 0, y where x is zero, 1 where x > 0; numpy.heaviside. NaN stays NaN.
inline constexpr ElementwiseFunction<function::Heaviside> heaviside{};

}  // namespace relatile
