// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Copysign {
  static constexpr std::string_view name = "copysign";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C a, C b) {
    return std::copysign(a, b);
  }
};

}  // namespace function

/// The magnitude of x with the sign of y; numpy.copysign. The sign of a zero or NaN counts as well.
inline constexpr ElementwiseFunction<function::Copysign> copysign{};

}  // namespace relatile
