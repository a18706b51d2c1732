// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <numbers>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Log2 {
  static constexpr std::string_view name = "log2";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 10;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  // A loop, since Eigen 3.4's log2 takes denormal numbers for the smallest normal one.
  template <class C>
  static C apply(const C& x) {
    if constexpr (is_complex_v<C>) {
      return std::log(x) * std::numbers::log2e_v<real_t<C>>;
    } else {
      return std::log2(x);
    }
  }
};

}  // namespace function

/// The logarithm to base 2; numpy.log2. log2(0) is -inf, of negative real numbers NaN.
inline constexpr ElementwiseFunction<function::Log2> log2{};

}  // namespace relatile
