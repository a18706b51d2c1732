// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/array/reductions.hpp"
#include "relatile/function/list.hpp"

// What an einsum combines the operands' elements by, and reduces by what the output has no label
// for: einsum<"ij,jk,kl->il", MinPlus>(a, b, c) has the lengths of shortest paths of three edges.

namespace relatile {

/// A semiring of functions that this library has. `Distributes` declares that combinations are
/// associative and commutative and distribute over the reduction:
///
///   c(x, r(y, z)) == r(c(x, y), c(x, z))
///
/// Then an einsum of many operands is computed two at a time, in the cheapest order, and labels
/// that one operand alone has are reduced first. Without it, operands are combined from left to
/// right at every point of label space, in one pass, and nothing is reordered.
template <ElementwiseFunctor Combine, class Reduce, bool Distributes>
struct SemiringOf {
  using combination = Combine;                      ///< of one element of each operand
  using reduction = Reduce;                         ///< over the labels that the output lacks
  static constexpr bool distributes = Distributes;  ///< whether many operands may be reordered
};

/// numpy.einsum: products are summed. Of bool, (or, and).
using PlusTimes = SemiringOf<function::Multiply, kernel::Sum, true>;
/// The least sum: lengths of shortest paths. Distributive in real numbers: overflow of integers,
/// and infinities of both signs, excepted.
using MinPlus = SemiringOf<function::Add, kernel::Min, true>;
/// The greatest sum: lengths of longest paths. Distributive as MinPlus is.
using MaxPlus = SemiringOf<function::Add, kernel::Max, true>;
/// The least of greatest elements: paths whose longest edge is as short as can be.
using MinMax = SemiringOf<function::Maximum, kernel::Min, true>;
/// The greatest of least elements: paths whose narrowest edge is as wide as can be.
using MaxMin = SemiringOf<function::Minimum, kernel::Max, true>;
/// Whether some pair is true in both, as in which vertices are reached: of bool, whatever the
/// operands are.
using OrAnd = SemiringOf<function::LogicalAnd, kernel::Any, true>;
/// The least product. A negative factor swaps least and greatest, so it is computed in one pass;
/// who knows that there is none declares a semiring that distributes.
using MinTimes = SemiringOf<function::Multiply, kernel::Min, false>;
/// The greatest product, in one pass as MinTimes is: the most likely of chains of probabilities.
using MaxTimes = SemiringOf<function::Multiply, kernel::Max, false>;

namespace function {

/// What functions of two real numbers have in common that give one of the same type.
template <Domain Of, std::int64_t Flops>
struct OfTwoRealNumbers {
  static constexpr int arity = 2;
  static constexpr Domain domain = Of;
  static constexpr std::int64_t flops = Flops;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  using result = C;
};

/// a + b of logarithms, which are floating-point numbers.
struct AddLogarithms : OfTwoRealNumbers<Domain::floating, 1> {
  static constexpr std::string_view name = "add";
  template <class C>
  static C apply(const C& a, const C& b) {
    return a + b;
  }
};

/// |a - b|; integers wrap as their differences do.
struct AbsoluteDifference : OfTwoRealNumbers<Domain::number, 2> {
  static constexpr std::string_view name = "absolute_difference";
  template <class C>
  static C apply(const C& a, const C& b) {
    return a < b ? Subtract::apply(b, a) : Subtract::apply(a, b);
  }
};

/// (a - b)^2.
struct SquaredDifference : OfTwoRealNumbers<Domain::number, 2> {
  static constexpr std::string_view name = "squared_difference";
  template <class C>
  static C apply(const C& a, const C& b) {
    const C difference = AbsoluteDifference::apply(a, b);
    return Multiply::apply(difference, difference);
  }
};

}  // namespace function

/// The logarithm of a sum of products of which logarithms are given, as chains of probabilities
/// are: log(sum(exp(a + b))). Nothing overflows, since the greatest term is taken out of every sum;
/// nothing is -inf. Distributive as MinPlus is.
using LogSumExp = SemiringOf<function::AddLogarithms, kernel::LogAddExp, true>;
/// Squares of distances: einsum<"ik,jk->ij", SumSquaredDifferences>(x, y) has those of all rows of
/// x to all rows of y. Nothing is reordered.
using SumSquaredDifferences = SemiringOf<function::SquaredDifference, kernel::Sum, false>;
/// Distances along streets: sums of |a - b|. Nothing is reordered.
using SumAbsoluteDifferences = SemiringOf<function::AbsoluteDifference, kernel::Sum, false>;

namespace einsum_detail {

template <class S, class T>
auto identity_of() {
  if constexpr (requires { S::template identity<T>(); }) {
    return T(S::template identity<T>());
  } else if constexpr (requires { S::identity(); }) {
    return T(S::identity());
  }
}

}  // namespace einsum_detail

/// A semiring of the user's own functions, declared by a struct of static members:
///
///   struct MostReliable {                        // the best chain of probabilities
///     static constexpr bool distributes = true;  // since none is negative; see SemiringOf
///     static double combine(double a, double b) { return a * b; }
///     static double reduce(double a, double b) { return a > b ? a : b; }
///     static double identity() { return 0; }     // reduce(identity(), x) == x
///   };
///
/// `reduce` is associative and commutative. All may be templates. An optional `name` (a C string)
/// is what plans call it.
template <class S, class T>
concept DeclaredSemiring = requires(const T& x) {
  bool(S::distributes);
  T(S::combine(x, x));
  T(S::reduce(x, x));
  T(einsum_detail::identity_of<S, T>());
};

namespace einsum_detail {

template <class S>
constexpr const char* semiring_name() {
  if constexpr (requires { S::name; }) {
    return S::name;
  } else {
    return "semiring";
  }
}

/// A declared combination, as an elementwise functor.
template <class S>
struct Combination {
  static constexpr std::string_view name = semiring_name<S>();
  static constexpr int arity = 2;
  static constexpr function::Domain domain = function::Domain::same;
  static constexpr std::int64_t flops = 1;
  static constexpr bool calls_user = true;  ///< which may throw
  template <class C>
  static constexpr bool accepts = true;  // checked for the semiring as a whole
  template <class C>
  using result = C;

  template <class C>
  static C apply(const C& a, const C& b) {
    return static_cast<C>(S::combine(a, b));
  }
};

/// A declared reduction, as the kernels have them.
template <class S>
struct DeclaredReduction {
  static constexpr const char* name = semiring_name<S>();
  template <class T>
  static T identity() {
    return identity_of<S, T>();
  }
  template <class T>
  static T combine(const T& a, const T& b) {
    return static_cast<T>(S::reduce(a, b));
  }
};

/// What a semiring is made of, whichever way it is given.
template <class S>
struct Parts {
  using combination = Combination<S>;
  using reduction = DeclaredReduction<S>;
  template <class T>
  static constexpr bool are_for = DeclaredSemiring<S, T>;
};
template <ElementwiseFunctor C, class R, bool D>
struct Parts<SemiringOf<C, R, D>> {
  using combination = C;
  using reduction = R;
  template <class T>
  static constexpr bool are_for = true;
};
template <class S>
using combination_t = typename Parts<S>::combination;
template <class S>
using reduction_t = typename Parts<S>::reduction;

/// The type in which operands that promote to T are combined: that of the result, so that results
/// can be combined again.
template <class S, class T>
using combined_t = function::result_t<combination_t<S>, T>;

/// True for the least and the greatest, of which there are none among no elements.
template <class S>
inline constexpr bool chooses =
    std::is_same_v<reduction_t<S>, kernel::Min> || std::is_same_v<reduction_t<S>, kernel::Max>;

}  // namespace einsum_detail

}  // namespace relatile
