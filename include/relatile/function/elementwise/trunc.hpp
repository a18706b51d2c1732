// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Trunc {
  static constexpr std::string_view name = "trunc";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C x) {
    return std::trunc(x);
  }
};

}  // namespace function

/// x rounded towards zero; numpy.trunc.
///
/// Integers give floating-point numbers, as in NumPy before 2.1.
inline constexpr ElementwiseFunction<function::Trunc> trunc{};

}  // namespace relatile
