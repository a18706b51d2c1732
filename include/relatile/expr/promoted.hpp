// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <tuple>
#include <type_traits>

#include "relatile/core/promotion.hpp"
#include "relatile/function/function.hpp"

namespace relatile {

/// A number among the operands of an elementwise function: it counts weakly in promotion.
template <class T>
struct Number {
  using value_type = T;
  T value;
};

namespace detail {

template <class X>
inline constexpr bool is_number = false;
template <class T>
inline constexpr bool is_number<Number<T>> = true;

template <class X>
using ArrayElement =
    std::conditional_t<is_number<X>, std::tuple<>, std::tuple<typename X::value_type>>;
template <class X>
using NumberElement =
    std::conditional_t<is_number<X>, std::tuple<typename X::value_type>, std::tuple<>>;

template <class T, class... Numbers>
struct WeaklyPromoted {
  using type = T;
};
template <class T, class First, class... Rest>
struct WeaklyPromoted<T, First, Rest...> : WeaklyPromoted<weak_promote_t<T, First>, Rest...> {};

template <class Arrays, class Numbers>
struct PromotedElements;
template <class... Numbers>
struct PromotedElements<std::tuple<>, std::tuple<Numbers...>> {
  using type = promote_t<Numbers...>;
};
template <class First, class... Arrays, class... Numbers>
struct PromotedElements<std::tuple<First, Arrays...>, std::tuple<Numbers...>>
    : WeaklyPromoted<promote_t<First, Arrays...>, Numbers...> {};

/// The element type of operands, arrays and numbers mixed: arrays promote each other, then numbers
/// widen only the kind.
template <class... X>
using promoted_elements =
    typename PromotedElements<decltype(std::tuple_cat(ArrayElement<X>{}...)),
                              decltype(std::tuple_cat(NumberElement<X>{}...))>::type;

template <class F, class First, class... Rest>
struct PromotedFor {
  template <bool Choice>
  static auto promote() {
    if constexpr (Choice) {
      return promoted_elements<Rest...>{};
    } else {
      return promoted_elements<First, Rest...>{};
    }
  }
  using type = decltype(promote<F::domain == function::Domain::choice>());
};

/// The same for the operands of F; the condition of a choice takes no part.
template <class F, class... X>
using promoted_for = typename PromotedFor<F, X...>::type;

}  // namespace detail
}  // namespace relatile
