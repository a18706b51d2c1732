// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct BitwiseOr {
  static constexpr std::string_view name = "bitwise_or";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = std::is_integral_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C a, C b) {
    return static_cast<C>(a | b);
  }
};

}  // namespace function

/// The bits set in x, in y or in both; numpy.bitwise_or. Integers and bool only.
inline constexpr ElementwiseFunction<function::BitwiseOr> bitwise_or{};

}  // namespace relatile
