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

struct Arccos {
  static constexpr std::string_view name = "arccos";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 10;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(const C& x) {
    return std::acos(x);
  }
};

}  // namespace function

/// The angle from 0 to pi whose cosine is x; numpy.arccos. NaN for real |x| > 1.
inline constexpr ElementwiseFunction<function::Arccos> arccos{};

}  // namespace relatile
