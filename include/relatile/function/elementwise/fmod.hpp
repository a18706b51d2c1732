// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/function/function.hpp"
#include "relatile/function/integer.hpp"

namespace relatile {

namespace function {

struct Fmod {
  static constexpr std::string_view name = "fmod";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::number;
  static constexpr std::int64_t flops = 8;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C a, C b) {
    if constexpr (std::is_integral_v<C>) {
      return detail::truncated_remainder(a, b);
    } else {
      return std::fmod(a, b);
    }
  }
};

}  // namespace function

/// The remainder of x / y rounded towards zero, which has the sign of x; numpy.fmod and C's `%`.
///
/// Integers by zero give 0, floating-point numbers by zero NaN. bool counts as int8.
inline constexpr ElementwiseFunction<function::Fmod> fmod{};

}  // namespace relatile
