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

struct Angle {
  static constexpr std::string_view name = "angle";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 20;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = real_t<C>;

  template <class C>
  static real_t<C> apply(const C& x) {
    if constexpr (is_complex_v<C>) {
      return std::arg(x);
    } else {
      return std::atan2(C(0), x);
    }
  }
};

}  // namespace function

/// The angle from -pi to pi of a complex number in radians; numpy.angle. Of real numbers 0 or pi,
/// which is pi for -0.0 as well; NaN stays NaN.
inline constexpr ElementwiseFunction<function::Angle> angle{};

}  // namespace relatile
