// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Maximum {
  static constexpr std::string_view name = "maximum";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  // A loop, since max and min of Eigen 3.4's arrays do not say what becomes of NaN. Without a
  // branch (`|`), so that compilers vectorise it.
  template <class C>
  static C apply(C a, C b) {
    if constexpr (std::is_floating_point_v<C>) {
      return ((a >= b) | (a != a)) ? a : b;
    } else {
      return a >= b ? a : b;
    }
  }
};

}  // namespace function

/// The larger of x and y; numpy.maximum. NaN if either is NaN (see fmax). Complex numbers have no
/// order here, though NumPy gives them one.
inline constexpr ElementwiseFunction<function::Maximum> maximum{};

}  // namespace relatile
