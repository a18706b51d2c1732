// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Signbit {
  static constexpr std::string_view name = "signbit";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = bool;

  template <class C>
  static bool apply(C x) {
    return std::signbit(x);
  }
};

}  // namespace function

/// Whether the sign of x is minus, also of -0.0 and of a negative NaN; numpy.signbit.
inline constexpr ElementwiseFunction<function::Signbit> signbit{};

}  // namespace relatile
