// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/expr/elementwise.hpp"
#include "relatile/function/list.hpp"

namespace relatile {

// C++'s operators on arrays, as NumPy has them. `%` is Python's remainder, `/` true division, `&&`
// and `||` work element by element and evaluate both sides; `pow` is power(x, y).

namespace detail {
/// What is Foreign is let in to be refused with advice.
template <class X>
concept OperatorOperand = ElementwiseOperand<X> || Foreign<X>;
template <class A, class B>
concept OperatorOperands = (ArrayExpression<A> || ArrayExpression<B> || RelationLike<A> ||
                            RelationLike<B>)&&OperatorOperand<A>&& OperatorOperand<B>;
}  // namespace detail

template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator+(const A& a, const B& b) { return make_elementwise(function::Add{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator-(const A& a, const B& b) { return make_elementwise(function::Subtract{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator*(const A& a, const B& b) { return make_elementwise(function::Multiply{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator/(const A& a, const B& b) { return make_elementwise(function::Divide{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator%(const A& a, const B& b) { return make_elementwise(function::Remainder{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator==(const A& a, const B& b) { return make_elementwise(function::Equal{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator!=(const A& a, const B& b) { return make_elementwise(function::NotEqual{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator<(const A& a, const B& b) { return make_elementwise(function::Less{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator<=(const A& a, const B& b) { return make_elementwise(function::LessEqual{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator>(const A& a, const B& b) { return make_elementwise(function::Greater{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator>=(const A& a, const B& b) { return make_elementwise(function::GreaterEqual{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator&&(const A& a, const B& b) { return make_elementwise(function::LogicalAnd{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator||(const A& a, const B& b) { return make_elementwise(function::LogicalOr{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator&(const A& a, const B& b) { return make_elementwise(function::BitwiseAnd{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator|(const A& a, const B& b) { return make_elementwise(function::BitwiseOr{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator^(const A& a, const B& b) { return make_elementwise(function::BitwiseXor{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator<<(const A& a, const B& b) { return make_elementwise(function::LeftShift{}, a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator>>(const A& a, const B& b) { return make_elementwise(function::RightShift{}, a, b); }

// x += y makes x a name for x + y, as x = x + y does: arrays are values, and who shares the old one
// keeps it. As in NumPy, x keeps its element type and its shape.

namespace detail {
template <class T, int N, class E>
Array<T, N>& assign_same_shape(Array<T, N>& x, const E& result) {
  if (!(shape_of(result) == x.shape())) {
    throw ShapeMismatch("relatile: an array of shape " + to_string(x.shape()) +
                        " can't become one of shape " + to_string(shape_of(result)) +
                        " by +=, -=, *=, /= or %=; write x = x + y");
  }
  return x = result;
}
template <class B>
void refuse_change_of_part() {
  static_assert(sizeof(B) == 0,
                "relatile: elements and slices can't be changed, arrays are values; make a new one "
                "with where, from_function or arithmetic");
}
}  // namespace detail

template <class T, int N, class B>
  requires detail::OperatorOperands<Array<T, N>, B>
auto& operator+=(Array<T, N>& a, const B& b) { return detail::assign_same_shape(a, a + b); }
template <class T, int N, class B>
  requires detail::OperatorOperands<Array<T, N>, B>
auto& operator-=(Array<T, N>& a, const B& b) { return detail::assign_same_shape(a, a - b); }
template <class T, int N, class B>
  requires detail::OperatorOperands<Array<T, N>, B>
auto& operator*=(Array<T, N>& a, const B& b) { return detail::assign_same_shape(a, a * b); }
template <class T, int N, class B>
  requires detail::OperatorOperands<Array<T, N>, B>
auto& operator/=(Array<T, N>& a, const B& b) { return detail::assign_same_shape(a, a / b); }
template <class T, int N, class B>
  requires detail::OperatorOperands<Array<T, N>, B>
auto& operator%=(Array<T, N>& a, const B& b) { return detail::assign_same_shape(a, a % b); }

/// x(0, 0) += 1 would change a copy.
template <class T, int N, class B>
void operator+=(const Array<T, N>&&, const B&) {
  detail::refuse_change_of_part<B>();
}
template <class T, int N, class B>
void operator-=(const Array<T, N>&&, const B&) {
  detail::refuse_change_of_part<B>();
}
template <class T, int N, class B>
void operator*=(const Array<T, N>&&, const B&) {
  detail::refuse_change_of_part<B>();
}
template <class T, int N, class B>
void operator/=(const Array<T, N>&&, const B&) {
  detail::refuse_change_of_part<B>();
}
template <class T, int N, class B>
void operator%=(const Array<T, N>&&, const B&) {
  detail::refuse_change_of_part<B>();
}

template <ArrayExpression A>
auto operator-(const A& a) {
  return make_elementwise(function::Negative{}, a);
}
template <ArrayExpression A>
auto operator!(const A& a) {
  return make_elementwise(function::LogicalNot{}, a);
}
template <ArrayExpression A>
auto operator~(const A& a) {
  return make_elementwise(function::BitwiseNot{}, a);
}

}  // namespace relatile
