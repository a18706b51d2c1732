// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"
#include "relatile/function/integer.hpp"

namespace relatile {

namespace function {

struct Gcd {
  static constexpr std::string_view name = "gcd";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 20;
  template <class C>
  static constexpr bool accepts = is_integer_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C a, C b) {
    return static_cast<C>(detail::greatest_common_divisor(a, b));
  }
};

}  // namespace function

/// The greatest common divisor of |x| and |y|; numpy.gcd. Integers only; gcd(0, 0) is 0.
inline constexpr ElementwiseFunction<function::Gcd> gcd{};

}  // namespace relatile
