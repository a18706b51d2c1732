// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/function/function.hpp"
#include "relatile/function/integer.hpp"

namespace relatile {

namespace function {

struct Negative {
  static constexpr std::string_view name = "negative";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = !std::is_same_v<C, bool>;
  template <class C>
  static constexpr bool on_arrays = std::is_floating_point_v<C>;
  template <class C>
  using result = C;

  template <class X>
  static auto apply(const X& x) {
    if constexpr (std::is_integral_v<X>) {
      return detail::wrapping_negative(x);
    } else if constexpr (is_scalar_type_v<X>) {
      return -x;
    } else {
      // Not -x, which is 0 - x in Eigen 3.4 with AVX, so that -(0.0) would be 0.0.
      return x * detail::element_t<X>(-1);
    }
  }
};

}  // namespace function

/// -x; numpy.negative. The smallest integer stays itself, unsigned integers wrap, bool is refused.
inline constexpr ElementwiseFunction<function::Negative> negative{};

}  // namespace relatile
