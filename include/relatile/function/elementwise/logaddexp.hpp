// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Logaddexp {
  static constexpr std::string_view name = "logaddexp";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 20;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C a, C b) {
    if (a == b) return a + std::numbers::ln2_v<C>;  // also where both are infinite
    const C difference = a - b;
    if (difference > 0) return a + std::log1p(std::exp(-difference));
    if (difference <= 0) return b + std::log1p(std::exp(difference));
    return difference;  // NaN
  }
};

}  // namespace function

/// log(exp(x) + exp(y)) without overflow; numpy.logaddexp. logaddexp(-inf, y) is y.
inline constexpr ElementwiseFunction<function::Logaddexp> logaddexp{};

}  // namespace relatile
