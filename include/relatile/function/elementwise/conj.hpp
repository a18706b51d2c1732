// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Conj {
  static constexpr std::string_view name = "conj";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::number;
  static constexpr std::int64_t flops = 0;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = true;
  template <class C>
  using result = C;

  template <class X>
  static auto apply(const X& x) {
    if constexpr (is_complex_v<detail::element_t<X>>) {
      using std::conj;
      return conj(x);
    } else {
      return x;
    }
  }
};

}  // namespace function

/// The complex conjugate; numpy.conj. Real numbers stay; bool counts as int8.
inline constexpr ElementwiseFunction<function::Conj> conj{};

}  // namespace relatile
