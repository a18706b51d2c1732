// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "relatile/kernel/blocks/declare.hpp"

// What a function's parameters make of the arguments. `[](const Eigen::MatrixXd& m)` called with a
// map converts it into a matrix, to which the result may point; so that its address is known,
// arguments are converted here, and not by the call.

namespace relatile::kernel {

/// The function inside of all declarations about it.
template <class F>
struct Undeclared {
  using type = F;
};
template <class F, class B, bool Fills, class... D>
struct Undeclared<Declared<F, B, Fills, D...>> : Undeclared<F> {};
template <class F>
using undeclared = typename Undeclared<std::remove_cv_t<F>>::type;

template <class... P>
struct ParameterList {
  template <std::size_t I>
  using type = std::tuple_element_t<I, std::tuple<P...>>;
};
struct UnknownParameters {
  template <std::size_t I>
  using type = void;
};

namespace detail {

template <class Call>
struct SignatureOf {
  using type = UnknownParameters;
};
template <class R, class... P>
struct SignatureOf<R(P...)> {
  using type = ParameterList<P...>;
};
template <class R, class... P>
struct SignatureOf<R(P...) const> : SignatureOf<R(P...)> {};
template <class R, class... P>
struct SignatureOf<R(P...) noexcept> : SignatureOf<R(P...)> {};
template <class R, class... P>
struct SignatureOf<R(P...) const noexcept> : SignatureOf<R(P...)> {};
template <class R, class... P>
struct SignatureOf<R(P...) const&> : SignatureOf<R(P...)> {};
template <class R, class... P>
struct SignatureOf<R(P...) const& noexcept> : SignatureOf<R(P...)> {};
template <class Call>
struct SignatureOf<Call*> : SignatureOf<Call> {};
template <class Call, class F>
struct SignatureOf<Call F::*> : SignatureOf<Call> {};

/// Whether the arguments that templates deduce are all of one type, of which one suffices then.
template <class First, class... Rest>
inline constexpr bool all_equal = (std::is_same_v<First, Rest> && ...);

template <class F, class First, class... Rest>
auto find_parameters() {
  if constexpr (!std::is_class_v<F>) {
    return typename SignatureOf<F>::type{};
  } else if constexpr (requires { &F::operator(); }) {
    return typename SignatureOf<decltype(&F::operator())>::type{};
  } else if constexpr (requires { &F::template operator()<First, Rest...>; }) {
    return typename SignatureOf<decltype(&F::template operator()<First, Rest...>)>::type{};
  } else if constexpr (all_equal<First, Rest...> && requires { &F::template operator()<First>; }) {
    return typename SignatureOf<decltype(&F::template operator()<First>)>::type{};
  } else {
    return UnknownParameters{};
  }
}

template <class List>
inline constexpr std::size_t length = 0;
template <class... P>
inline constexpr std::size_t length<ParameterList<P...>> = sizeof...(P);

template <class F, class... V>
auto parameters() {
  using Found = decltype(find_parameters<undeclared<F>, std::remove_cvref_t<V>...>());
  return std::conditional_t<length<Found> == sizeof...(V), Found, UnknownParameters>{};
}

}  // namespace detail

/// The parameters of F as arguments V... meet them; unknown of overloaded functions, and of those
/// with templates that deduce something else than the arguments' types.
template <class F, class... V>
using parameters_of = decltype(detail::parameters<F, V...>());

/// Whether a parameter P is a reference to something that V has to be converted into.
template <class P, class V>
inline constexpr bool converts =
    std::is_reference_v<P> && !std::is_same_v<std::remove_cvref_t<P>, std::remove_cvref_t<V>> &&
    !std::is_base_of_v<std::remove_cvref_t<P>, std::remove_cvref_t<V>>;

/// An argument V as parameter P takes it; V as it is where P is void, which is not known.
template <class P, class V>
class Argument {
 public:
  explicit Argument(std::remove_reference_t<V>& value) : value_(static_cast<V&&>(value)) {}
  V&& pass() { return static_cast<V&&>(value_); }

 private:
  V&& value_;
};
template <class P, class V>
  requires converts<P, V>
class Argument<P, V> {
 public:
  explicit Argument(std::remove_reference_t<V>& value) : value_(convert(static_cast<V&&>(value))) {}
  P pass() { return static_cast<P>(value_); }

 private:
  using Value = std::remove_cvref_t<P>;
  static Value convert(V&& value) {
    if constexpr (std::is_arithmetic_v<Value>) {
      return static_cast<Value>(value);
    } else {
      return static_cast<V&&>(value);
    }
  }
  Value value_;
};

}  // namespace relatile::kernel
