// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Isfinite {
  static constexpr std::string_view name = "isfinite";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = bool;

  template <class C>
  static bool apply(const C& x) {
    if constexpr (is_complex_v<C>) {
      return std::isfinite(x.real()) && std::isfinite(x.imag());
    } else {
      return std::isfinite(x);
    }
  }
};

}  // namespace function

/// Whether x is neither infinite nor NaN; numpy.isfinite. Of complex numbers, whether both parts
/// are.
inline constexpr ElementwiseFunction<function::Isfinite> isfinite{};

}  // namespace relatile
