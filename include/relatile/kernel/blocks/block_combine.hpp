// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <string>
#include <type_traits>
#include <utility>

#include "relatile/kernel/blocks/block_kernel.hpp"

namespace relatile::kernel {

/// Whether kernel A makes one block of two blocks B, in place or as a result.
template <class A, class B>
constexpr bool combines() {
  if constexpr (Accumulating<A, B>) {
    return true;  // not asked further: of some structs `add` knows only +=
  } else if constexpr (std::is_invocable_v<const A&, ConstView<B>, ConstView<B>>) {
    return !std::is_void_v<std::invoke_result_t<const A&, ConstView<B>, ConstView<B>>>;
  } else {
    return false;
  }
}

/// Whether what it makes is a block B again.
template <class A, class B>
constexpr bool combination_fits() {
  if constexpr (Accumulating<A, B>) {
    return true;
  } else if constexpr (combines<A, B>()) {
    return fits_block<
        B, std::remove_cvref_t<std::invoke_result_t<const A&, ConstView<B>, ConstView<B>>>>();
  } else {
    return false;
  }
}

/// Type-erases an aggregate kernel on blocks B: accumulator = kernel(accumulator, block).
template <class B, class A>
BlockCombine make_block_combine(const A& aggregate, const char* fallback_name) {
  constexpr bool called = combines<A, B>();
  static_assert(called,
                "relatile: aggregate: this kernel can't be called with two blocks; it takes both "
                "as const auto& and returns what they make together");
  constexpr bool fits = combination_fits<A, B>();
  static_assert(fits || !called,
                "relatile: aggregate: this kernel does not return a block of the type that it "
                "combines, with the same dimensions and elements; change the type in a transform "
                "before");
  BlockCombine combine;
  combine.name = detail::name_of(aggregate, fallback_name);
  combine.anonymous = detail::name_of(aggregate, "").empty();
  combine.laws = detail::laws_of(aggregate);
  combine.laws.associative = true;  // the aggregate operator requires both
  combine.laws.commutative = true;
  combine.identity = identity_of(aggregate);
  if constexpr (!Accumulating<A, B> && fits) {
    static_assert(sizeof(RequireNoDangling<const A, ConstView<B>, ConstView<B>>) > 0);
  }
  combine.run = [aggregate, words = detail::words_for(aggregate)](BlockRef accumulator,
                                                                  BlockRef block) {
    static_cast<void>(aggregate);  // not called if it accumulates
    if constexpr (Accumulating<A, B>) {
      auto&& target = target_of<B>(accumulator);
      const auto& other = target_of<B>(block);
      A::accumulate(target, other);
    } else if constexpr (combination_fits<A, B>()) {
      const auto use = [&](const auto& result) {
        if constexpr (View<B>::rank > 0) {
          require_extents(words, extents_of<B>(result), accumulator.extents, View<B>::rank >= 3);
        }
        // It may refer to the accumulator: it is evaluated before anything is overwritten.
        using E = std::remove_cvref_t<decltype(elements_of(result))>;
        if constexpr (is_eigen<E>) {
          assign<B>(accumulator, elements_of(result).eval());
        } else {
          assign<B>(accumulator, E(result));
        }
      };
      const std::array<BlockRef, 2> both{accumulator, block};
      detail::with_result<A, B, B>(aggregate, both, use);
    }
  };
  return combine;
}

}  // namespace relatile::kernel
