// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Where {
  static constexpr std::string_view name = "where";
  static constexpr int arity = 3;
  static constexpr Domain domain = Domain::choice;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = true;
  template <class C>
  using result = C;

  template <class Condition, class A, class B>
  static auto apply(const Condition& condition, const A& a, const B& b) {
    if constexpr (is_scalar_type_v<A>) {
      return condition ? a : b;
    } else {
      return condition.select(a, b);
    }
  }
};

}  // namespace function

/// x where the condition holds (is not zero), else y; numpy.where with three operands.
///
/// The result's type is the promoted one of x and y; the condition takes no part in it.
inline constexpr ElementwiseFunction<function::Where> where{};

}  // namespace relatile
