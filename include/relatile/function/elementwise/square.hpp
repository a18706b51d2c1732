// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/function/elementwise/multiply.hpp"
#include "relatile/function/function.hpp"
#include "relatile/function/integer.hpp"

namespace relatile {

namespace function {

struct Square {
  static constexpr std::string_view name = "square";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::number;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = std::is_floating_point_v<C>;
  template <class C>
  using result = C;

  template <class X>
  static auto apply(const X& x) {
    if constexpr (std::is_integral_v<X>) {
      return detail::wrapping_multiply(x, x);
    } else if constexpr (is_scalar_type_v<X>) {
      return Multiply::apply(x, x);
    } else {
      return x.square();  // not x * x, which would evaluate the expression x twice
    }
  }
};

}  // namespace function

/// x * x; numpy.square. Integers wrap; bool counts as int8.
inline constexpr ElementwiseFunction<function::Square> square{};

}  // namespace relatile
