// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/promotion.hpp"
#include "relatile/function/function.hpp"

namespace relatile {

/// A number among the operands of an elementwise function: it counts weakly in promotion.
template <class T>
struct Number {
  using value_type = T;  ///< as of the arrays beside it
  T value;               ///< converted only when it meets their promoted type
};

namespace detail {

template <class X>
inline constexpr bool is_number = false;
template <class T>
inline constexpr bool is_number<Number<T>> = true;

template <class... T>
struct ElementTypes {};

/// Goes through operands from left to right and sorts the element types of arrays, which promote
/// each other, from those of numbers, which then widen only the kind.
template <class Arrays, class Numbers, class... X>
struct PromotedElements;

template <class... A, class... N, class T, class... Rest>
struct PromotedElements<ElementTypes<A...>, ElementTypes<N...>, Number<T>, Rest...>
    : PromotedElements<ElementTypes<A...>, ElementTypes<N..., T>, Rest...> {};
template <class... A, class... N, class X, class... Rest>
struct PromotedElements<ElementTypes<A...>, ElementTypes<N...>, X, Rest...>
    : PromotedElements<ElementTypes<A..., typename X::value_type>, ElementTypes<N...>, Rest...> {};

template <class A>
struct PromotedElements<ElementTypes<A>, ElementTypes<>> {
  using type = canonical_t<A>;
};
template <class A>
struct PromotedElements<ElementTypes<A, A>, ElementTypes<>>
    : PromotedElements<ElementTypes<A>, ElementTypes<>> {};
template <class... A>
struct PromotedElements<ElementTypes<A...>, ElementTypes<>> {
  using type = promote_t<A...>;
};
template <class... N>
struct PromotedElements<ElementTypes<>, ElementTypes<N...>> {
  using type = promote_t<N...>;
};
template <class A, class First, class... N>
struct PromotedElements<ElementTypes<A>, ElementTypes<First, N...>>
    : PromotedElements<ElementTypes<weak_promote_t<A, First>>, ElementTypes<N...>> {};
template <class A, class B, class... More, class First, class... N>
struct PromotedElements<ElementTypes<A, B, More...>, ElementTypes<First, N...>>
    : PromotedElements<ElementTypes<promote_t<A, B, More...>>, ElementTypes<First, N...>> {};

template <bool Choice, class First, class... Rest>
struct PromotedFor : PromotedElements<ElementTypes<>, ElementTypes<>, First, Rest...> {};
template <class Condition, class... Rest>
struct PromotedFor<true, Condition, Rest...>
    : PromotedElements<ElementTypes<>, ElementTypes<>, Rest...> {};

/// The element type that the operands of F promote to; the condition of a choice takes no part.
template <class F, class... X>
using promoted_for = typename PromotedFor<F::domain == function::Domain::choice, X...>::type;

}  // namespace detail
}  // namespace relatile
