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

struct Add {
  static constexpr std::string_view name = "add";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = !std::is_integral_v<C>;
  template <class C>
  using result = C;

  template <class A, class B>
  static auto apply(const A& a, const B& b) {
    if constexpr (std::is_same_v<A, bool>) {
      return a || b;
    } else if constexpr (std::is_integral_v<A>) {
      return detail::wrapping_add(a, b);
    } else {
      return a + b;
    }
  }
};

}  // namespace function

/// x + y; numpy.add. Integers wrap; of bool it is `or`.
inline constexpr ElementwiseFunction<function::Add> add{};

}  // namespace relatile
