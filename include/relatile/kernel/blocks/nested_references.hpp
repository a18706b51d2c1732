// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "relatile/core/kernel_identity.hpp"

// What an Eigen expression only points to. Eigen nests matrices, Refs and decompositions by
// reference, and maps and other expressions by value.

namespace relatile::kernel {

template <class R>
inline constexpr bool is_eigen = std::is_base_of_v<Eigen::EigenBase<R>, R>;
template <class V, int Size>
inline constexpr bool is_eigen<Eigen::VectorBlock<V, Size>> = true;  // derives from Block

namespace nested {

/// Stands for what an expression points to and can't be asked for.
struct Unreachable {};
/// Stands for a function inside of an expression that may hold references of its own.
template <class F>
struct Function {};

template <template <class...> class T, class X>
inline constexpr bool is_a = false;
template <template <class...> class T, class... A>
inline constexpr bool is_a<T, T<A...>> = true;

/// True if expressions nest an X by reference.
template <class X>
constexpr bool is_referred_to() {
  if constexpr (requires { Eigen::internal::traits<X>::Flags; }) {
    return std::is_reference_v<typename Eigen::internal::ref_selector<X>::type>;
  } else {
    return false;
  }
}

template <class X>
inline constexpr bool is_map = false;
template <class M, int Options, class Stride>
inline constexpr bool is_map<Eigen::Map<M, Options, Stride>> = true;

/// An X that nothing else holds, with all that it needs: matrices and what is made of one.
template <class X>
inline constexpr bool owns_its_elements = (is_referred_to<X>() &&
                                           !std::is_base_of_v<Eigen::ReturnByValue<X>, X>) ||
                                          std::is_base_of_v<Eigen::SolverBase<X>, X>;

/// Functions of Eigen's own that hold numbers, and no references.
template <class F>
inline constexpr bool holds_numbers = is_a<Eigen::internal::scalar_constant_op, F>;
template <class Op>
inline constexpr bool holds_numbers<Eigen::internal::bind1st_op<Op>> = true;
template <class Op>
inline constexpr bool holds_numbers<Eigen::internal::bind2nd_op<Op>> = true;

template <class X>
auto references_of(const X& x);

/// What holding `x` as an operand points to: x, or what x itself points to.
template <class X>
auto references_in(const X& x) {
  if constexpr (is_referred_to<X>()) {
    return std::tuple<const X*>(std::addressof(x));
  } else {
    return references_of(x);
  }
}

/// The types among the arguments of a class template that are Eigen's; not known of all templates.
template <class X>
struct Arguments {
  static constexpr bool point_somewhere = true;
};
template <class A>
constexpr bool points_somewhere() {
  if constexpr (!is_eigen<A>) {
    return false;
  } else if constexpr (std::is_base_of_v<Eigen::SolverBase<A>, A>) {
    return true;
  } else {
    return std::tuple_size_v<decltype(references_in(std::declval<const A&>()))> > 0;
  }
}
template <template <class...> class T, class... A>
struct Arguments<T<A...>> {
  static constexpr bool point_somewhere = (points_somewhere<std::remove_const_t<A>>() || ...);
};
template <template <class, int...> class T, class A, int... N>
struct Arguments<T<A, N...>> {
  static constexpr bool point_somewhere = points_somewhere<std::remove_const_t<A>>();
};
template <template <class, class, int...> class T, class A, class B, int... N>
struct Arguments<T<A, B, N...>> {
  static constexpr bool point_somewhere =
      points_somewhere<std::remove_const_t<A>>() || points_somewhere<std::remove_const_t<B>>();
};

/// A function that an expression calls for its elements, if it may hold references.
template <class X>
auto functions_of(const X& x) {
  if constexpr (requires { x.functor(); }) {
    using F = std::remove_cvref_t<decltype(x.functor())>;
    if constexpr (std::is_class_v<F> && relatile::detail::has_readable_bytes<F>() &&
                  alignof(F) >= alignof(void*) && !holds_numbers<F>) {
      const void* const address = std::addressof(x.functor());
      return std::tuple<const Function<F>*>(static_cast<const Function<F>*>(address));
    } else {
      return std::tuple<>();
    }
  } else {
    return std::tuple<>();
  }
}

/// What the operands of an expression point to.
template <class X>
auto references_of_operands(const X& x) {
  if constexpr (owns_its_elements<X> || is_map<X>) {
    return std::tuple<>();
  } else if constexpr (is_a<Eigen::NestByValue, X>) {
    return references_of(x.nestedExpression());
  } else if constexpr (requires { x.nestedExpression(); }) {
    return references_in(x.nestedExpression());
  } else if constexpr (requires { x.dec(), x.rhs(); }) {  // both by reference, always
    using Decomposition = std::remove_cvref_t<decltype(x.dec())>;
    using Right = std::remove_cvref_t<decltype(x.rhs())>;
    return std::tuple<const Decomposition*, const Right*>(std::addressof(x.dec()),
                                                          std::addressof(x.rhs()));
  } else if constexpr (requires { x.lhs(), x.rhs(); }) {
    return std::tuple_cat(references_in(x.lhs()), references_in(x.rhs()));
  } else if constexpr (requires { x.conditionMatrix(), x.thenMatrix(), x.elseMatrix(); }) {
    return std::tuple_cat(references_in(x.conditionMatrix()), references_in(x.thenMatrix()),
                          references_in(x.elseMatrix()));
  } else if constexpr (requires { x.arg1(), x.arg2(), x.arg3(); }) {
    return std::tuple_cat(references_in(x.arg1()), references_in(x.arg2()),
                          references_in(x.arg3()));
  } else if constexpr (is_a<Eigen::DiagonalWrapper, X>) {
    return references_in(x.diagonal());
  } else if constexpr (Arguments<X>::point_somewhere) {
    return std::tuple<const Unreachable*>(nullptr);
  } else {
    return std::tuple<>();
  }
}

template <class F, class M>
constexpr bool is_nullary(const Eigen::CwiseNullaryOp<F, M>*) {
  return true;
}
constexpr bool is_nullary(const void*) { return false; }

/// Pointers to all that an expression points to, as a tuple of pointers: the types tell before any
/// expression is there what one points to.
template <class X>
auto references_of(const X& x) {
  if constexpr (is_nullary(static_cast<const X*>(nullptr))) {
    return functions_of(x);
  } else {
    return std::tuple_cat(functions_of(x), references_of_operands(x));
  }
}

}  // namespace nested
}  // namespace relatile::kernel
