// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Positive {
  static constexpr std::string_view name = "positive";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 0;
  template <class C>
  static constexpr bool accepts = !std::is_same_v<C, bool>;
  template <class C>
  static constexpr bool on_arrays = true;
  template <class C>
  using result = C;

  template <class X>
  static auto apply(const X& x) {
    return x;
  }
};

}  // namespace function

/// +x, that is x; numpy.positive. bool is refused.
inline constexpr ElementwiseFunction<function::Positive> positive{};

}  // namespace relatile
