// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/function/function.hpp"
#include "relatile/function/integer.hpp"

namespace relatile {

namespace function {

struct Multiply {
  static constexpr std::string_view name = "multiply";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = std::is_floating_point_v<C>;
  template <class C>
  using result = C;

  template <class A, class B>
  static auto apply(const A& a, const B& b) {
    if constexpr (std::is_same_v<A, bool>) {
      return a && b;
    } else if constexpr (std::is_integral_v<A>) {
      return detail::wrapping_multiply(a, b);
    } else if constexpr (is_complex_v<A>) {
      // Not std::complex's product, which searches for infinities among NaNs, as C's Annex G asks.
      return A(a.real() * b.real() - a.imag() * b.imag(),
               a.real() * b.imag() + a.imag() * b.real());
    } else {
      return a * b;
    }
  }
};

}  // namespace function

/// x * y; numpy.multiply. Integers wrap; of bool it is `and`.
///
/// The complex product is the schoolbook formula, also for infinite operands.
inline constexpr ElementwiseFunction<function::Multiply> multiply{};

}  // namespace relatile
