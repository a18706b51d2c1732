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

struct Expm1 {
  static constexpr std::string_view name = "expm1";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 10;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  // A loop, since Eigen 3.4's expm1 of float overflows too early with AVX512.
  template <class C>
  static C apply(const C& x) {
    if constexpr (is_complex_v<C>) {
      const auto half_sine = std::sin(x.imag() / 2);
      return C(std::expm1(x.real()) * std::cos(x.imag()) - 2 * half_sine * half_sine,
               std::exp(x.real()) * std::sin(x.imag()));
    } else {
      return std::expm1(x);
    }
  }
};

}  // namespace function

/// exp(x) - 1, exact for small x as well; numpy.expm1. expm1(-inf) is -1, expm1(-0.0) is -0.0.
inline constexpr ElementwiseFunction<function::Expm1> expm1{};

}  // namespace relatile
