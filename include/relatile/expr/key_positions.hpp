// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>

#include "relatile/expr/relation.hpp"

// Which key dimensions a join matches, and an aggregate keeps: what is wrong with them shows when
// a program is compiled.

namespace relatile {

namespace detail {

template <int Arity, int... P>
constexpr bool within_arity(KeyPositions<P...>) {
  return ((P >= 0 && P < Arity) && ...);
}
template <int... P>
constexpr bool distinct(KeyPositions<P...>) {
  constexpr std::array<int, sizeof...(P) + 1> values{P..., -1};
  for (std::size_t i = 0; i < sizeof...(P); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (values[i] == values[k]) return false;
    }
  }
  return true;
}

/// Readable errors for the key positions of a join and of an aggregate.
template <int LeftArity, int RightArity, class OnLeft, class OnRight>
constexpr void require_joinable() {
  static_assert(OnLeft::size == OnRight::size,
                "relatile: join: on<...> must name as many key dimensions on the left as on the "
                "right");
  static_assert(
      within_arity<LeftArity>(OnLeft{}),
      "relatile: join: on<...> names a key dimension that the left relation does not have");
  static_assert(within_arity<RightArity>(OnRight{}),
                "relatile: join: on<...> names a key dimension that the right relation does not "
                "have");
  static_assert(distinct(OnLeft{}) && distinct(OnRight{}),
                "relatile: join: on<...> names a key dimension twice");
}
template <int Arity, class Groups>
constexpr void require_groups() {
  static_assert(
      within_arity<Arity>(Groups{}),
      "relatile: aggregate: by<...> names a key dimension that the relation does not have");
  static_assert(distinct(Groups{}), "relatile: aggregate: by<...> names a key dimension twice");
}

}  // namespace detail

}  // namespace relatile
