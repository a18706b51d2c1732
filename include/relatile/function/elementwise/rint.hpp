// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Rint {
  static constexpr std::string_view name = "rint";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  // A loop, since Eigen 3.4 loses the sign of zero with SSE2.
  template <class C>
  static C apply(const C& x) {
    if constexpr (is_complex_v<C>) {
      return C(std::rint(x.real()), std::rint(x.imag()));
    } else {
      return std::rint(x);
    }
  }
};

}  // namespace function

/// x rounded to the nearest whole number, halves to the even one; numpy.rint. rint(-0.5) is -0.0.
///
/// Of complex numbers, both parts. Integers give floating-point numbers.
inline constexpr ElementwiseFunction<function::Rint> rint{};

}  // namespace relatile
