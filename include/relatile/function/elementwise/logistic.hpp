// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Logistic {
  static constexpr std::string_view name = "logistic";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 12;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;  // as for exp
  template <class C>
  using result = C;

  template <class X>
  static X apply(const X& x) {
    if (x >= 0) return 1 / (1 + std::exp(-x));
    const X power = std::exp(x);  // no overflow, and exact in the far tail
    return power / (1 + power);
  }
};

}  // namespace function

/// 1 / (1 + exp(-x)), the sigmoid; scipy.special.expit. logistic(-inf) is 0, logistic(inf) is 1. Of
/// arrays, results below the smallest normal number may be 0.
inline constexpr ElementwiseFunction<function::Logistic> logistic{};

}  // namespace relatile
