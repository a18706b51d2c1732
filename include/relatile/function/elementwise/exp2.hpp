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

struct Exp2 {
  static constexpr std::string_view name = "exp2";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 10;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(const C& x) {
    if constexpr (is_complex_v<C>) {
      return std::exp(x * std::numbers::ln2_v<real_t<C>>);
    } else {
      return std::exp2(x);
    }
  }
};

}  // namespace function

/// 2 to the power x; numpy.exp2. exp2(-inf) is 0, exp2(inf) is inf.
inline constexpr ElementwiseFunction<function::Exp2> exp2{};

}  // namespace relatile
