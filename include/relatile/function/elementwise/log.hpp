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

struct Log {
  static constexpr std::string_view name = "log";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 10;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  // A loop, since Eigen 3.4's log takes denormal numbers for the smallest normal one.
  template <class C>
  static C apply(const C& x) {
    return std::log(x);
  }
};

}  // namespace function

/// The natural logarithm; numpy.log. log(0) is -inf, of negative real numbers NaN; of complex
/// numbers the principal value, with a branch cut along the negative real axis.
inline constexpr ElementwiseFunction<function::Log> log{};

}  // namespace relatile
