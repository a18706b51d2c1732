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

struct Abs {
  static constexpr std::string_view name = "abs";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = std::is_floating_point_v<C>;
  template <class C>
  using result = real_t<C>;

  template <class X>
  static auto apply(const X& x) {
    if constexpr (std::is_same_v<X, bool>) {
      return x;
    } else if constexpr (std::is_integral_v<X>) {
      return detail::wrapping_abs(x);
    } else {
      using std::abs;
      return abs(x);
    }
  }
};

}  // namespace function

/// |x|; numpy.abs. Of complex numbers the modulus, as a real number. The smallest integer stays
/// itself.
inline constexpr ElementwiseFunction<function::Abs> abs{};
/// The same function as abs; numpy.absolute.
inline constexpr ElementwiseFunction<function::Abs> absolute{};

}  // namespace relatile
