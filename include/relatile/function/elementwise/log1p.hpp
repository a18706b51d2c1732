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

struct Log1p {
  static constexpr std::string_view name = "log1p";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 10;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = std::is_same_v<C, float>;
  template <class C>
  using result = C;

  template <class X>
  static auto apply(const X& x) {
    if constexpr (is_complex_v<X>) {
      const auto re = x.real();
      const auto im = x.imag();
      // Near 0, log|1 + x| as half the logarithm of its square, 1 + (a small number).
      const auto modulus = std::hypot(re, im) < real_t<X>(0.5)
                               ? std::log1p(re * (2 + re) + im * im) / 2
                               : std::log(std::hypot(re + 1, im));
      return X(modulus, std::atan2(im, re + 1));
    } else {
      using std::log1p;
      return log1p(x);
    }
  }
};

}  // namespace function

/// log(1 + x), exact for small x as well; numpy.log1p. log1p(-1) is -inf, below that NaN for real
/// x.
inline constexpr ElementwiseFunction<function::Log1p> log1p{};

}  // namespace relatile
