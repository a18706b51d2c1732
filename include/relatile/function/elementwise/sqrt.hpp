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

/// Eigen 3.4 approximates the root of a float, and with AVX512 of a double, by an iteration that
/// makes NaN of infinity and 0 of denormal numbers.
#if defined(__AVX512F__)
inline constexpr bool exact_array_sqrt = false;
#else
inline constexpr bool exact_array_sqrt = true;
#endif

}  // namespace detail

struct Sqrt {
  static constexpr std::string_view name = "sqrt";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 4;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = detail::exact_array_sqrt&& std::is_same_v<C, double>;
  template <class C>
  using result = C;

  template <class X>
  static auto apply(const X& x) {
    using std::sqrt;
    return sqrt(x);
  }
};

}  // namespace function

/// The square root; numpy.sqrt. Of negative real numbers NaN, of -0.0 it is -0.0; of complex
/// numbers the root with a real part not below zero.
inline constexpr ElementwiseFunction<function::Sqrt> sqrt{};

}  // namespace relatile
