// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Hypot {
  static constexpr std::string_view name = "hypot";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 10;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C a, C b) {
    return std::hypot(a, b);
  }
};

}  // namespace function

/// The length of (x, y), without overflow on the way; numpy.hypot. inf if either is infinite, even
/// if the other is NaN.
inline constexpr ElementwiseFunction<function::Hypot> hypot{};

}  // namespace relatile
