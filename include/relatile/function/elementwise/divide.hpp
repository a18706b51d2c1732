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

namespace detail {

/// By Smith's method, as NumPy does: no overflow where the quotient itself is small.
template <class C>
C complex_quotient(const C& a, const C& b) {
  using Part = real_t<C>;
  const Part re = std::abs(b.real());
  const Part im = std::abs(b.imag());
  if (re == 0 && im == 0) return C(a.real() / re, a.imag() / re);
  if (re >= im) {
    const Part ratio = b.imag() / b.real();
    const Part scale = Part(1) / (b.real() + b.imag() * ratio);
    return C((a.real() + a.imag() * ratio) * scale, (a.imag() - a.real() * ratio) * scale);
  }
  const Part ratio = b.real() / b.imag();
  const Part scale = Part(1) / (b.imag() + b.real() * ratio);
  return C((a.real() * ratio + a.imag()) * scale, (a.imag() * ratio - a.real()) * scale);
}

}  // namespace detail

struct Divide {
  static constexpr std::string_view name = "divide";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::wide_floating;
  static constexpr std::int64_t flops = 4;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = std::is_floating_point_v<C>;
  template <class C>
  using result = C;

  template <class A, class B>
  static auto apply(const A& a, const B& b) {
    if constexpr (is_complex_v<A>) {
      return detail::complex_quotient(a, b);
    } else {
      return a / b;
    }
  }
};

}  // namespace function

/// x / y, the true quotient; numpy.divide. Two integers of any size give double: 1 / 2 is 0.5, 1 /
/// 0 is inf, 0 / 0 is NaN. A complex number by zero is its parts by zero: (1 + 0i) / 0 is inf + NaN
/// i.
inline constexpr ElementwiseFunction<function::Divide> divide{};

}  // namespace relatile
