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

struct Lcm {
  static constexpr std::string_view name = "lcm";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 20;
  template <class C>
  static constexpr bool accepts = is_integer_v<C>;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  template <class C>
  static C apply(C a, C b) {
    using Unsigned = std::make_unsigned_t<C>;
    const auto divisor = detail::greatest_common_divisor(a, b);
    if (divisor == 0) return C(0);
    const auto part =
        static_cast<Unsigned>(static_cast<Unsigned>(detail::wrapping_abs(a)) / divisor);
    return static_cast<C>(
        detail::wrapping_multiply(part, static_cast<Unsigned>(detail::wrapping_abs(b))));
  }
};

}  // namespace function

/// The least common multiple of |x| and |y|; numpy.lcm. Integers only, and it wraps; 0 if either
/// is.
inline constexpr ElementwiseFunction<function::Lcm> lcm{};

}  // namespace relatile
