// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <numbers>
#include <string_view>
#include <type_traits>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Degrees {
  static constexpr std::string_view name = "degrees";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::floating;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = std::is_floating_point_v<C>;
  template <class C>
  using result = C;

  template <class X>
  static auto apply(const X& x) {
    return x * static_cast<detail::element_t<X>>(180 / std::numbers::pi);
  }
};

}  // namespace function

/// x radians in degrees; numpy.degrees.
inline constexpr ElementwiseFunction<function::Degrees> degrees{};

}  // namespace relatile
