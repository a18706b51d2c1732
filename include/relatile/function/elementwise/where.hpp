// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Where {
  static constexpr std::string_view name = "where";
  static constexpr int arity = 3;
  static constexpr Domain domain = Domain::choice;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  static constexpr bool on_arrays = false;
  template <class C>
  using result = C;

  // A loop, since Eigen's select branches: where conditions alternate, a branch costs more than all
  // else. A mask does not.
  template <class C>
  static C apply(bool condition, const C& a, const C& b) {
    if constexpr (std::is_floating_point_v<C> && (sizeof(C) == 4 || sizeof(C) == 8)) {
      using Bits = std::conditional_t<sizeof(C) == 4, std::uint32_t, std::uint64_t>;
      const Bits mask = Bits(0) - Bits(condition);
      return std::bit_cast<C>((std::bit_cast<Bits>(a) & mask) | (std::bit_cast<Bits>(b) & ~mask));
    } else {
      return condition ? a : b;
    }
  }
};

}  // namespace function

/// x where the condition holds (is not zero), else y; numpy.where with three operands.
///
/// The result's type is the promoted one of x and y; the condition takes no part in it.
inline constexpr ElementwiseFunction<function::Where> where{};

}  // namespace relatile
