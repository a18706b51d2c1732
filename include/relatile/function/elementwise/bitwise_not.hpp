// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct BitwiseNot {
  static constexpr std::string_view name = "bitwise_not";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = std::is_integral_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C x) {
    if constexpr (std::is_same_v<C, bool>) {
      return !x;
    } else {
      return static_cast<C>(~x);
    }
  }
};

}  // namespace function

/// The bits not set in x; numpy.bitwise_not. Integers only; of bool it is `not`.
inline constexpr ElementwiseFunction<function::BitwiseNot> bitwise_not{};

}  // namespace relatile
