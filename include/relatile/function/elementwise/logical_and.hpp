// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct LogicalAnd {
  static constexpr std::string_view name = "logical_and";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::boolean;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = true;
  template <class C>
  using result = bool;

  template <class A, class B>
  static auto apply(const A& a, const B& b) {
    return a && b;
  }
};

}  // namespace function

/// Whether x and y are both not zero; numpy.logical_and. NaN is not zero.
inline constexpr ElementwiseFunction<function::LogicalAnd> logical_and{};

}  // namespace relatile
