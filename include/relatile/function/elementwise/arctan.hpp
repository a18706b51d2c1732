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

struct Arctan {
  static constexpr std::string_view name = "arctan";
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
    return std::atan(x);
  }
};

}  // namespace function

/// The angle from -pi/2 to pi/2 whose tangent is x; numpy.arctan. See arctan2 for a full turn.
inline constexpr ElementwiseFunction<function::Arctan> arctan{};

}  // namespace relatile
