// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Arctan2 {
  static constexpr std::string_view name = "arctan2";
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
  static C apply(C y, C x) {
    return std::atan2(y, x);
  }
};

}  // namespace function

/// The angle from -pi to pi of the point (x, y), given y first; numpy.arctan2.
///
/// The signs of zeros count: arctan2(0.0, -0.0) is pi, arctan2(-0.0, -0.0) is -pi.
inline constexpr ElementwiseFunction<function::Arctan2> arctan2{};

}  // namespace relatile
