// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Real {
  static constexpr std::string_view name = "real";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 0;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = true;
  template <class C>
  using result = real_t<C>;

  template <class X>
  static auto apply(const X& x) {
    if constexpr (is_complex_v<detail::element_t<X>>) {
      using std::real;
      return real(x);
    } else {
      return x;
    }
  }
};

}  // namespace function

/// The real part; numpy.real. Real numbers stay what they are.
inline constexpr ElementwiseFunction<function::Real> real{};

}  // namespace relatile
