// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Imag {
  static constexpr std::string_view name = "imag";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 0;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = is_complex_v<C>;
  template <class C>
  using result = real_t<C>;

  template <class X>
  static auto apply(const X& x) {
    if constexpr (is_complex_v<detail::element_t<X>>) {
      using std::imag;
      return imag(x);
    } else {
      return X(0);
    }
  }
};

}  // namespace function

/// The imaginary part; numpy.imag. Of real numbers 0, even of NaN.
inline constexpr ElementwiseFunction<function::Imag> imag{};

}  // namespace relatile
