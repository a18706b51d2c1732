// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Floor {
  static constexpr std::string_view name = "floor";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  // A loop, since Eigen 3.4 loses the sign of zero with SSE2.
  template <class C>
  static C apply(C x) {
    return std::floor(x);
  }
};

}  // namespace function

/// The largest whole number not above x; numpy.floor.
///
/// Integers give floating-point numbers, as in NumPy before 2.1.
inline constexpr ElementwiseFunction<function::Floor> floor{};

}  // namespace relatile
