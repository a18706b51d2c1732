// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Exp {
  static constexpr std::string_view name = "exp";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 10;
  template <class C>
  static constexpr bool accepts = true;
  // exp of float is faster in vector code everywhere, exp of double only in wide registers.
  template <class C>
  static constexpr bool on_arrays = std::is_same_v<C, float> ||
                                    (std::is_same_v<C, double> && detail::wide_registers);
  template <class C>
  using result = C;

  template <class X>
  static auto apply(const X& x) {
    using std::exp;
    if constexpr (is_scalar_type_v<X>) {
      return exp(x);
    } else {
      // Eigen 3.4 clamps x so early that exp(-inf) is not 0 and, with AVX512, exp(88.7f) is inf.
      // Half of x stays clear of both ends.
      return exp(x * detail::element_t<X>(0.5)).square();
    }
  }
};

}  // namespace function

/// e to the power x; numpy.exp. exp(-inf) is 0, exp(inf) is inf. Integers give floating-point
/// numbers.
inline constexpr ElementwiseFunction<function::Exp> exp{};

}  // namespace relatile
