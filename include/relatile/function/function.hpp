// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "relatile/core/foreign.hpp"
#include "relatile/core/promotion.hpp"

namespace relatile {

namespace function {

/// What the promoted type T of the operands becomes before a functor sees them.
enum class Domain {
  same,           ///< stays T
  number,         ///< bool becomes int8; else stays T
  floating,       ///< floating_t<T>
  wide_floating,  ///< bool and every integer become double; else stays T
  widest,         ///< double, or complex<double>
  boolean,        ///< bool: x != 0
  choice,         ///< stays T; but the first operand is bool, and takes no part in T
};

}  // namespace function

/// An elementwise function of numbers: an empty struct with static members only.
///
/// - `name`, as NumPy has it; `arity`; `domain`; `flops`, a rough weight of one element.
/// - `accepts<C>`: whether it is defined for operands of type C, after conversion to its domain.
/// - `result<C>`: the type of its result for such operands.
/// - `apply(x...)`: all operands have one type C (but for Domain::choice the first, which is bool).
///   It returns exactly `result<C>`, without undefined behaviour, and has no branches where it can
///   do without, so that compilers make vector code of a loop over it.
template <class F>
concept ElementwiseFunctor = std::is_empty_v<F> && std::default_initializable<F> && requires {
  { F::name } -> std::convertible_to<std::string_view>;
  { F::arity } -> std::convertible_to<int>;
  { F::domain } -> std::convertible_to<function::Domain>;
  { F::flops } -> std::convertible_to<std::int64_t>;
  { F::template accepts<double> } -> std::convertible_to<bool>;
  typename F::template result<double>;
};

namespace function {

namespace detail {

template <Domain Into, class T>
constexpr auto converted() {
  if constexpr (Into == Domain::boolean) {
    return bool{};
  } else if constexpr (Into == Domain::floating) {
    return floating_t<T>{};
  } else if constexpr (Into == Domain::wide_floating && std::is_integral_v<T>) {
    return double{};
  } else if constexpr (Into == Domain::widest) {
    return promote_t<T, double>{};
  } else if constexpr (Into == Domain::number && std::is_same_v<T, bool>) {
    return std::int8_t{};
  } else {
    return canonical_t<T>{};
  }
}

template <bool SkipFirst, class... A>
struct PromotedOperands {
  using type = promote_t<A...>;
};
template <class Condition, class... A>
struct PromotedOperands<true, Condition, A...> {
  using type = promote_t<A...>;
};

}  // namespace detail

/// What operands whose promoted type is T are converted to before F sees them, except the first of
/// Domain::choice, which is bool.
template <class F, class T>
using converted_t = decltype(detail::converted<F::domain, T>());

/// The types of F for operands whose promoted type is T.
template <ElementwiseFunctor F, class T>
struct Signature {
  using operand = converted_t<F, T>;
  static_assert(F::template accepts<operand>,
                "relatile: this function (F, see above) is not defined for elements of type T: "
                "complex numbers have no order, only integers have bits and divisors, bool has no "
                "minus");
  using result = typename F::template result<operand>;
};

/// What F computes with for operands whose promoted type is T.
template <ElementwiseFunctor F, class T>
using operand_t = typename Signature<F, T>::operand;
/// What F returns for operands whose promoted type is T.
template <ElementwiseFunctor F, class T>
using result_t = typename Signature<F, T>::result;

/// The promoted type T of operands of types A...; a condition takes no part in it.
template <ElementwiseFunctor F, class... A>
using promoted_operands_t =
    typename detail::PromotedOperands<F::domain == Domain::choice, A...>::type;

namespace detail {

template <class F, class C, class Condition, class... A>
auto choose(const Condition& condition, const A&... a) {
  return F::apply(convert_element<bool>(condition), convert_element<C>(a)...);
}

}  // namespace detail

/// F of numbers of any types: promotes, converts and applies.
template <ElementwiseFunctor F, class... A>
auto evaluate(const A&... a) {
  using C = operand_t<F, promoted_operands_t<F, A...>>;
  if constexpr (!F::template accepts<C>) {
    return 0;  // so that the message of operand_t stays the only one
  } else if constexpr (F::domain == Domain::choice) {
    return detail::choose<F, C>(a...);
  } else {
    return F::apply(convert_element<C>(a)...);
  }
}

}  // namespace function

namespace detail {
/// Anything whose make_elementwise may be called without asking: it takes what it is given, or says
/// why not.
template <class X>
concept MarkedArray = requires {
  typename std::remove_cvref_t<X>::relatile_array_expression;
};
}  // namespace detail

/// What users call: `exp(x)`, `add(x, y)`, ... of numbers, at once, or of arrays, as an expression.
///
/// Each use of it in this library is one object, `inline constexpr`, beside its functor. It calls
/// `make_elementwise(F{}, operands...)`, which argument-dependent lookup finds where arrays are
/// defined: this folder knows nothing of them.
///
/// F is an ElementwiseFunctor. That is checked where it is called: checking all functions of the
/// table takes longer than all else of it.
template <class F>
struct ElementwiseFunction {
  /// Of numbers a number, at once; with an array among the operands an expression, which is
  /// computed when it is needed. Other operands, and a wrong number of them, do not compile.
  template <class... A>
  [[nodiscard]] auto operator()(A&&... a) const {
    constexpr bool condition_alone = F::domain == function::Domain::choice && sizeof...(A) == 1;
    if constexpr (condition_alone && ((detail::MarkedArray<A> || detail::SparseLike<A>)&&...)) {
      return nonzero(a...);  // as numpy.where(mask), by argument-dependent lookup, too
    } else if constexpr (sizeof...(A) != F::arity) {
      static_assert(F::arity != 1, "relatile: this function (F, see above) takes 1 operand");
      static_assert(F::arity != 2, "relatile: this function (F, see above) takes 2 operands");
      static_assert(F::arity != 3, "relatile: this function (F, see above) takes 3 operands");
      static_assert(F::arity >= 1 && F::arity <= 3, "relatile: wrong number of operands");
      return 0;  // not void, so that the message above stays the only one
    } else if constexpr ((is_scalar_type_v<std::remove_cvref_t<A>> && ...)) {
      return function::evaluate<F>(a...);
    } else if constexpr ((detail::MarkedArray<A> || ...) || (detail::SparseLike<A> || ...) ||
                         requires { make_elementwise(F{}, std::forward<A>(a)...); }) {
      return make_elementwise(F{}, std::forward<A>(a)...);
    } else if constexpr ((detail::EigenLike<A> || ...)) {
      static_assert(sizeof...(A) == 0,
                    "relatile: this function (F, see above) takes arrays and numbers; make an "
                    "array of the Eigen matrix: from_eigen(m)");
      return 0;
    } else {
      static_assert(sizeof...(A) == 0,
                    "relatile: an operand is neither a number of NumPy's types nor an array");
      return 0;
    }
  }
};

}  // namespace relatile
