// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <string_view>

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
  template <class C>
  static constexpr bool on_arrays = false;  // vector code for it is in kernel/vector_exp.hpp
  template <class C>
  using result = C;

  template <class X>
  static X apply(const X& x) {
    using std::exp;
    return exp(x);
  }
};

}  // namespace function

/// e to the power x; numpy.exp. exp(-inf) is 0, exp(inf) is inf. Integers give floating-point
/// numbers.
inline constexpr ElementwiseFunction<function::Exp> exp{};

}  // namespace relatile
