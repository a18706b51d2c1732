// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Cos {
  static constexpr std::string_view name = "cos";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 10;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = std::is_same_v<C, float>;
  template <class C>
  using result = C;

  template <class X>
  static auto apply(const X& x) {
    using std::cos;
    return cos(x);
  }
};

}  // namespace function

/// The cosine of x, in radians; numpy.cos. Exact for large x as well; cos(inf) is NaN.
inline constexpr ElementwiseFunction<function::Cos> cos{};

}  // namespace relatile
