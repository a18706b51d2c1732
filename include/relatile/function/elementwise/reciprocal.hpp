// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/function/function.hpp"
#include "relatile/function/integer.hpp"

namespace relatile {

namespace function {

namespace detail {

/// By Smith's method, as NumPy does.
template <class C>
C complex_reciprocal(const C& x) {
  using Part = real_t<C>;
  if (std::abs(x.imag()) <= std::abs(x.real())) {
    const Part ratio = x.imag() / x.real();
    const Part divisor = x.real() + x.imag() * ratio;
    return C(Part(1) / divisor, -ratio / divisor);
  }
  const Part ratio = x.real() / x.imag();
  const Part divisor = x.real() * ratio + x.imag();
  return C(ratio / divisor, Part(-1) / divisor);
}

}  // namespace detail

struct Reciprocal {
  static constexpr std::string_view name = "reciprocal";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::number;
  static constexpr std::int64_t flops = 4;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = std::is_floating_point_v<C>;
  template <class C>
  using result = C;

  template <class X>
  static auto apply(const X& x) {
    if constexpr (std::is_integral_v<X>) {
      return detail::quotient(X(1), x);
    } else if constexpr (is_complex_v<X>) {
      return detail::complex_reciprocal(x);
    } else {
      return detail::element_t<X>(1) / x;
    }
  }
};

}  // namespace function

/// 1 / x in the type of x; numpy.reciprocal. Of integers it is 1, -1 or 0, and 0 for x = 0, where
/// NumPy leaves it open; bool counts as int8. The complex 1 / 0 is NaN. See divide for fractions of
/// integers.
inline constexpr ElementwiseFunction<function::Reciprocal> reciprocal{};

}  // namespace relatile
