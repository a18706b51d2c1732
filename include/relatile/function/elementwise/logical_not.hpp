// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct LogicalNot {
  static constexpr std::string_view name = "logical_not";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::boolean;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = true;
  template <class C>
  using result = bool;

  template <class X>
  static auto apply(const X& x) {
    return !x;
  }
};

}  // namespace function

/// Whether x is zero; numpy.logical_not. NaN is not.
inline constexpr ElementwiseFunction<function::LogicalNot> logical_not{};

}  // namespace relatile
