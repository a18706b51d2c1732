// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/expr/array.hpp"
#include "relatile/expr/elementwise.hpp"
#include "relatile/expr/recipe.hpp"
#include "relatile/grad/reverse.hpp"
#include "relatile/grad/variables.hpp"

// Derivatives of array programs, by JAX's names. What they give is not evaluated: forward and
// backward are one program, planned together, in which common parts are computed once.

namespace relatile {

namespace detail {

template <class T>
inline constexpr bool has_derivatives = std::is_floating_point_v<T> || is_complex_v<T>;

/// What can be called with these arrays, and is none itself.
template <class F, class... X>
concept LossFunction = !ArrayExpression<F> && std::is_invocable_v<const F&, const X&...>;

template <class L, class... X>
constexpr bool require_gradient() {
  constexpr bool loss = rank_of<L> == 0;
  constexpr bool real = std::is_floating_point_v<element_of<L>>;
  constexpr bool variables = (has_derivatives<element_of_variable<X>> && ...);
  static_assert(loss,
                "relatile: grad: the loss has to be one number, an array without dimensions: "
                "grad(sum(y), x); of arrays, vjp(y, v, x) takes the derivative of sum(v * y)");
  static_assert(!loss || real,
                "relatile: grad: the loss has to be a float or double; of complex numbers take "
                "real(y), imag(y) or abs(y)");
  static_assert(variables,
                "relatile: grad: derivatives are by floats, doubles and complex numbers, not by "
                "integers or bool; convert them before: auto x = astype<double>(n)");
  return loss && real && variables;
}

/// Whether a function gives an expression: a number does not say what it is computed of.
template <class F, class... X>
constexpr bool gives_loss() {
  constexpr bool expression = ArrayExpression<std::invoke_result_t<const F&, const X&...>>;
  static_assert(expression,
                "relatile: grad: the function has to give the expression, and not its value: "
                "return sum(x * x), without item(), double(...) or a type after ->");
  return expression;
}

/// What grad and value_and_grad cannot take, to say so.
template <class F, class... X>
concept NoLoss = sizeof...(X) == 0 ||
                 (!ArrayExpression<F> && !((VariableLike<X> && ...) && LossFunction<F, X...>));

template <class F, class... X>
constexpr void refuse_loss() {
  constexpr bool number = std::is_arithmetic_v<F>;
  constexpr bool alone = sizeof...(X) == 0;
  static_assert(!number,
                "relatile: grad: a number does not say what it was computed of: take the "
                "derivative of the expression, grad(sum(x * x), x), without item() or double(...)");
  static_assert(number || !alone,
                "relatile: grad: arrays follow the function: grad(f, x), not grad(f)(x), and of "
                "several grad(f, w, b); so does value_and_grad");
  static_assert(number || alone,
                "relatile: grad: takes a loss, or a function of the arrays that follow, which it "
                "can be called with, and these arrays: grad(f, w, b)");
}

/// Calls f with the same values as variables of their own, so that those which f has captured are
/// data, and one that is given twice is two. What f evaluates on its way is not forgotten.
template <class F, class... X>
auto of_function(const F& f, const X&... x) {
  const RecipesAreKept kept;
  return f(Variable<X>::like(x, as_variable(Variable<X>::node(x)))...);
}
/// The derivatives of what a function gave; zeros by what it does not depend on.
template <class L, class... X>
auto gradients_of_function(const L& loss, const X&... x) {
  if constexpr (require_gradient<L, X...>()) {
    const tra::NodePtr y = to_node(loss);
    return like_variables(pull_back("grad", y, one_like(y), nodes_of_variables(x...)), x...);
  }
}

}  // namespace detail

/// The derivatives of a loss, one number, by arrays that it is computed of: jax.grad. Of one array
/// an array of its shape and type, of several a std::tuple of them. By a relation of dense blocks
/// it is a relation of the same keys and blocks, by a sparse array one with the same entries in the
/// same format.
///
///   auto loss = mean(square(matmul(x, w) - y));
///   auto g = grad(loss, w);
///   evaluate(loss, g);  // one plan for both
///
/// By a complex array it is the derivative by real parts and, as imaginary parts, that by imaginary
/// ones: the direction in which the loss grows most (JAX gives its conjugate). Where a function has
/// no derivative, it is what JAX says: half for each of two equal arguments of maximum, equal
/// shares for equal greatest elements, 0 for abs and for what does not depend on x.
///
///   errors      Error, naming the operator, for one without a derivative (a kernel of relations
///               that declares none), for the transpose of a sparse matrix that was read before it
///               was made (take the derivative of a function), for a loss that depends on x by a
///               value that has been evaluated before, and for one that does not depend on x at all
///   collective  no
template <ArrayExpression L, detail::VariableLike... X>
  requires(sizeof...(X) >= 1)
[[gnu::always_inline]] inline auto grad(const L& loss, const X&... x) {
  const AskedFrom scope(SourceLine::unknown_here());
  if constexpr (detail::require_gradient<L, X...>()) {
    return detail::like_variables(
        detail::pull_back_loss(to_node(loss), detail::nodes_of_variables(x...)), x...);
  }
}
/// The same of a function of the arrays that gives the loss: grad(loss, w, b). What the function
/// has captured is data, and what it does not depend on gives zeros. What it evaluates on its way
/// (x(mask), item(), svd) is not forgotten.
template <class F, detail::VariableLike... X>
  requires(sizeof...(X) >= 1 && detail::LossFunction<F, X...>)
[[gnu::always_inline]] inline auto grad(const F& loss, const X&... x) {
  if constexpr (detail::gives_loss<F, X...>()) {
    return detail::of_function(
        [&](const auto&... fresh) {
          return detail::gradients_of_function(as_array(loss(fresh...)), fresh...);
        },
        x...);
  } else {
    return std::get<0>(std::tie(x...));
  }
}

/// What is no loss, or lacks its arrays: grad(f)(x) is grad(f, x).
template <class F, class... X>
  requires(detail::NoLoss<F, X...>)
auto grad(const F&, const X&...) {
  detail::refuse_loss<F, X...>();
  return [](const auto& x, const auto&...) { return as_array(x); };
}

/// The loss and its derivatives, as a std::tuple: jax.value_and_grad.
///
///   auto [loss, by_w, by_b] = value_and_grad([&](auto w, auto b) { return ...; }, w, b);
template <class F, detail::VariableLike... X>
  requires(sizeof...(X) >= 1 && detail::LossFunction<F, X...>)
[[gnu::always_inline]] inline auto value_and_grad(const F& loss, const X&... x) {
  if constexpr (detail::gives_loss<F, X...>()) {
    return detail::of_function(
        [&](const auto&... fresh) {
          const auto value = as_array(loss(fresh...));
          const auto gradients = detail::gradients_of_function(value, fresh...);
          if constexpr (sizeof...(X) == 1) {
            return std::tuple(value, gradients);
          } else {
            return std::tuple_cat(std::tuple(value), gradients);
          }
        },
        x...);
  } else {
    return std::tuple(Array<double, 0>(), x...);
  }
}
/// Of a loss that is an expression already.
template <ArrayExpression L, detail::VariableLike... X>
  requires(sizeof...(X) >= 1)
[[gnu::always_inline]] inline auto value_and_grad(const L& loss, const X&... x) {
  const auto value = as_array(loss);
  if constexpr (sizeof...(X) == 1) {
    return std::tuple(value, grad(value, x...));
  } else {
    return std::tuple_cat(std::tuple(value), grad(value, x...));
  }
}

template <class F, class... X>
  requires(detail::NoLoss<F, X...>)
auto value_and_grad(const F&, const X&...) {
  detail::refuse_loss<F, X...>();
  return [](const auto& x, const auto&...) { return std::tuple(Array<double, 0>(), as_array(x)); };
}

/// The derivatives of sum(v * y) by arrays that y is computed of: jax.vjp, v transposed times the
/// Jacobian. v has the shape of y. Of complex arrays, those of the real part of sum(conj(v) * y).
///
///   errors  as of grad; ShapeMismatch for a v of another shape
template <ArrayExpression Y, ArrayExpression V, detail::VariableLike... X>
  requires(sizeof...(X) >= 1)
[[gnu::always_inline]] inline auto vjp(const Y& y, const V& v, const X&... x) {
  const AskedFrom scope(SourceLine::unknown_here());
  static_assert(std::is_same_v<element_of<V>, element_of<Y>> && rank_of<V> == rank_of<Y>,
                "relatile: vjp: v needs the element type and the number of dimensions of y");
  static_assert((detail::has_derivatives<detail::element_of_variable<X>> && ...) &&
                    detail::has_derivatives<element_of<Y>>,
                "relatile: vjp: derivatives are of and by floats, doubles and complex numbers");
  detail::require_shape_of("vjp", "a v", shape_of(v), shape_of(y));
  return detail::like_variables(
      detail::pull_back("vjp", to_node(y), to_node(v), detail::nodes_of_variables(x...)), x...);
}
/// Of a function, whose value y is: it may evaluate what it computes on its way.
template <class F, ArrayExpression V, detail::VariableLike... X>
  requires(sizeof...(X) >= 1 && detail::LossFunction<F, X...>)
[[gnu::always_inline]] inline auto vjp(const F& f, const V& v, const X&... x) {
  return detail::of_function(
      [&](const auto&... fresh) { return vjp(as_array(f(fresh...)), v, fresh...); }, x...);
}

/// The derivative of y along a tangent of x: jax.jvp, the Jacobian times t. t has the shape of x.
///
///   errors  as of grad; ShapeMismatch for a tangent of another shape
template <ArrayExpression Y, class T, int N, ArrayExpression V>
[[gnu::always_inline]] inline auto jvp(const Y& y, const Array<T, N>& x, const V& t) {
  const AskedFrom scope(SourceLine::unknown_here());
  static_assert(std::is_same_v<element_of<V>, T> && rank_of<V> == N,
                "relatile: jvp: a tangent needs the element type and the number of dimensions of "
                "the array that it belongs to");
  static_assert(detail::has_derivatives<T> && detail::has_derivatives<element_of<Y>>,
                "relatile: jvp: derivatives are of and by floats, doubles and complex numbers");
  detail::require_shape_of("jvp", "a tangent", shape_of(t), x.shape());
  return Array<element_of<Y>, rank_of<Y>>(
      detail::push_forward(to_node(y), {x.node()}, {to_node(t)}));
}
/// Of a function, whose value y is: it may evaluate what it computes on its way.
template <class F, class T, int N, ArrayExpression V>
  requires detail::LossFunction<F, Array<T, N>>
[[gnu::always_inline]] inline auto jvp(const F& f, const Array<T, N>& x, const V& t) {
  return detail::of_function([&](const auto& fresh) { return jvp(as_array(f(fresh)), fresh, t); },
                             x);
}

/// x, of which gradients take no notice, as if it were data: jax.lax.stop_gradient. What a formula
/// subtracts only so that nothing overflows needs no derivative: exp(x - stop_gradient(max(x))).
template <ArrayExpression X>
auto stop_gradient(const X& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<element_of<X>, rank_of<X>>(detail::without_gradient(to_node(x)));
}
template <RelationExpression X>
auto stop_gradient(const X& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Relation<block_of<X>, arity_of<X>>(detail::without_gradient(to_node(x)));
}

/// The second derivatives of a loss by x, times v, which has the shape of x: the derivative of
/// sum(grad(loss, x) * v). Nothing of the size of the matrix of second derivatives is computed.
///
///   errors  as of grad; ShapeMismatch for a v of another shape
template <ArrayExpression L, class T, int N, ArrayExpression V>
[[gnu::always_inline]] inline auto hessian_vector(const L& loss, const Array<T, N>& x, const V& v) {
  const AskedFrom scope(SourceLine::unknown_here());
  return vjp(detail::gradients_of_function(as_array(loss), x), v, x);
}
template <class F, class T, int N, ArrayExpression V>
  requires detail::LossFunction<F, Array<T, N>>
[[gnu::always_inline]] inline auto hessian_vector(const F& loss, const Array<T, N>& x, const V& v) {
  return detail::of_function(
      [&](const auto& fresh) {
        const auto slope = detail::gradients_of_function(as_array(loss(fresh)), fresh);
        return vjp(slope, v, fresh);
      },
      x);
}

}  // namespace relatile
