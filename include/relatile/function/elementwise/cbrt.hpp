// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Cbrt {
  static constexpr std::string_view name = "cbrt";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 10;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C x) {
    return std::cbrt(x);
  }
};

}  // namespace function

/// The cube root, of negative numbers a negative one; numpy.cbrt.
inline constexpr ElementwiseFunction<function::Cbrt> cbrt{};

}  // namespace relatile
