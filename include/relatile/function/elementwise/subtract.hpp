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

struct Subtract {
  static constexpr std::string_view name = "subtract";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = !std::is_same_v<C, bool>;
  template <class C>
  static constexpr bool on_arrays = !std::is_integral_v<C>;
  template <class C>
  using result = C;

  template <class A, class B>
  static auto apply(const A& a, const B& b) {
    if constexpr (std::is_integral_v<A>) {
      return detail::wrapping_subtract(a, b);
    } else {
      return a - b;
    }
  }
};

}  // namespace function

/// x - y; numpy.subtract. Integers wrap; two bools are refused.
inline constexpr ElementwiseFunction<function::Subtract> subtract{};

}  // namespace relatile
