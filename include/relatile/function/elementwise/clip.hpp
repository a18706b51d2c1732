// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include "relatile/function/elementwise/maximum.hpp"
#include "relatile/function/elementwise/minimum.hpp"
#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Clip {
  static constexpr std::string_view name = "clip";
  static constexpr int arity = 3;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 2;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C x, C low, C high) {
    return Minimum::apply(Maximum::apply(x, low), high);
  }
};

}  // namespace function

/// x limited to the range low..high, that is minimum(maximum(x, low), high); numpy.clip.
///
/// NaN if any operand is NaN. If low > high the result is high.
inline constexpr ElementwiseFunction<function::Clip> clip{};

}  // namespace relatile
