// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/conversion.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/error.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/expr/operators.hpp"

// What minimisers do with one or several parameter arrays, which may be distributed.

namespace relatile::optim::detail {

template <class T>
inline constexpr bool is_tuple = false;
template <class... T>
inline constexpr bool is_tuple<std::tuple<T...>> = true;
template <class A, class B>
inline constexpr bool is_tuple<std::pair<A, B>> = true;

/// One array as a tuple of one, several as they are.
template <class P>
auto as_parameters(const P& parameters) {
  if constexpr (is_tuple<P>) {
    return std::apply([](const auto&... x) { return std::tuple(as_array(x)...); }, parameters);
  } else {
    return std::tuple(as_array(parameters));
  }
}
/// And back.
template <class P, class T>
auto like_given(const T& tuple) {
  if constexpr (is_tuple<P>) {
    return tuple;
  } else {
    return std::get<0>(tuple);
  }
}

template <std::size_t... I, class F>
void for_each_place(std::index_sequence<I...>, F&& f) {
  (f(std::integral_constant<std::size_t, I>{}), ...);
}
/// Calls f(x, y, ...) with the elements of tuples that belong together.
template <class F, class T, class... More>
void for_each_parameter(F&& f, T& first, More&... more) {
  for_each_place(std::make_index_sequence<std::tuple_size_v<std::remove_const_t<T>>>{},
                 [&](auto i) { f(std::get<i>(first), std::get<i>(more)...); });
}

/// The sum of all products, in double.
template <class... A>
Array<double, 0> product_of_arrays(const std::tuple<A...>& a, const std::tuple<A...>& b) {
  Array<double, 0> total;
  bool first = true;
  for_each_parameter(
      [&](const auto& x, const auto& y) {
        const Array<double, 0> own = astype<double>(sum(x * y));
        total = first ? own : as_array(total + own);
        first = false;
      },
      a, b);
  return total;
}
/// The largest element of all, as an absolute value; 0 if there is none.
template <class... A>
Array<double, 0> largest_of_arrays(const std::tuple<A...>& a) {
  Array<double, 0> total = full<double, 0>(Extents{}, 0.0);
  bool first = true;
  for_each_parameter(
      [&](const auto& x) {
        if (x.size() == 0) return;
        const Array<double, 0> own = astype<double>(max(abs(x)));
        total = first ? own : as_array(maximum(total, own));
        first = false;
      },
      a);
  return total;
}
/// The precision of the coarsest type among them.
template <class... A>
double coarsest_epsilon(const std::tuple<A...>&) {
  return std::max({double(std::numeric_limits<element_of<A>>::epsilon())...});
}
/// a + factor * b.
template <class... A>
std::tuple<A...> moved_arrays(const std::tuple<A...>& a, const std::tuple<A...>& b, double factor) {
  std::tuple<A...> to = a;
  for_each_parameter(
      [&](auto& x, const auto& y) {
        using T = element_of<decltype(y)>;
        x = as_array(x + static_cast<T>(factor) * y);
      },
      to, b);
  return to;
}

/// A value and a gradient for each parameter, as a user's function gives them.
template <class P>
struct ValueAndGradients {
  Array<double, 0> value;
  P gradients;
};

template <class V>
Array<double, 0> value_of(const V& value) {
  if constexpr (ArrayExpression<V>) {
    static_assert(rank_of<V> == 0,
                  "relatile: optim: the value of a function is one number: sum or mean it");
    return astype<double>(as_array(value));
  } else {
    static_assert(std::is_arithmetic_v<V>, "relatile: optim: a function gives a value first");
    return full<double, 0>(Extents{}, double(value));
  }
}

template <class X, class G>
X gradient_like(const X& x, const G& gradient) {
  static_assert(ArrayExpression<G> && rank_of<G> == X::rank,
                "relatile: optim: a gradient has its parameter's shape");
  const X found = as_array(astype<element_of<X>>(as_array(gradient)));
  if (found.shape() == x.shape()) return found;
  throw ShapeMismatch("relatile: optim: a gradient of shape " + to_string(found.shape()) +
                      " for a parameter of shape " + to_string(x.shape()));
}

template <class P, class R, std::size_t... I>
ValueAndGradients<P> gradients_of(const P& parameters, const R& result, std::index_sequence<I...>) {
  using std::get;
  constexpr bool nested = is_tuple<std::remove_cvref_t<std::tuple_element_t<1, R>>>;
  if constexpr (nested) {
    return {value_of(get<0>(result)),
            P{gradient_like(get<I>(parameters), get<I>(get<1>(result)))...}};
  } else {
    static_assert(std::tuple_size_v<R> == sizeof...(I) + 1,
                  "relatile: optim: a function gives a value and a gradient for each parameter");
    return {value_of(get<0>(result)), P{gradient_like(get<I>(parameters), get<I + 1>(result))...}};
  }
}

/// Whether a function gives a tuple; what gives a value alone is refused where a minimiser begins.
template <class F, class P>
constexpr bool gives_gradients() {
  using Result = decltype(std::apply(std::declval<const F&>(), std::declval<const P&>()));
  constexpr bool with_gradients = is_tuple<std::remove_cvref_t<Result>>;
  static_assert(with_gradients,
                "relatile: optim: a function gives std::tuple(value, gradient, ...) of what it is "
                "minimised by, and not the value alone: value_and_grad(loss, x) of "
                "relatile/grad.hpp, where loss(x) is an expression");
  return with_gradients;
}

/// Calls a function that gives std::tuple(value, gradients...), a pair of a value and one gradient,
/// or of a value and a tuple of gradients.
template <class F, class P>
ValueAndGradients<P> value_and_gradients(const F& f, const P& parameters) {
  const auto result = std::apply(f, parameters);
  return gradients_of<P>(parameters, result, std::make_index_sequence<std::tuple_size_v<P>>{});
}

/// Several numbers on every rank, by one plan, which gives values to all arrays on the way that
/// have names. Collective.
inline std::vector<double> numbers_from(const std::vector<Array<double, 0>>& numbers) {
  return to_vector(stack(numbers));
}

}  // namespace relatile::optim::detail
