// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <utility>

#include "relatile/expr/braced.hpp"
#include "relatile/expr/elementwise.hpp"
#include "relatile/function/list.hpp"

namespace relatile {

// C++'s operators on arrays, as NumPy has them. `%` is Python's remainder, `/` true division, `&&`
// and `||` work element by element and evaluate both sides; `pow` is power(x, y).

namespace detail {
/// What is Foreign is let in to be refused with advice.
template <class X>
concept OperatorOperand = ElementwiseOperand<X> || Foreign<X> || SparseLike<X>;
template <class A, class B>
concept OperatorOperands = (ArrayExpression<A> || ArrayExpression<B> || RelationLike<A> ||
                            RelationLike<B> || SparseLike<A> ||
                            SparseLike<B>)&&OperatorOperand<A>&& OperatorOperand<B>;
/// What operators of one operand take.
template <class A>
concept UnaryOperand = ArrayExpression<A> || SparseLike<A>;
}  // namespace detail

/// add(a, b), element by element. As of all operators here, operands broadcast together, a number
/// beside an array counts by its kind only, and nothing is computed before it is needed.
///
///   errors  ShapeMismatch if the operands do not broadcast together
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator+(const A& a, const B& b) { return make_elementwise(function::Add{}, a, b); }
/// subtract(a, b), element by element; two bools are refused.
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator-(const A& a, const B& b) { return make_elementwise(function::Subtract{}, a, b); }
/// multiply(a, b), element by element; the product of matrices is matmul.
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator*(const A& a, const B& b) { return make_elementwise(function::Multiply{}, a, b); }
/// divide(a, b), the true quotient as Python's: of integers it is double.
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator/(const A& a, const B& b) { return make_elementwise(function::Divide{}, a, b); }
/// remainder(a, b), as Python's `%`: it has the sign of b.
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator%(const A& a, const B& b) { return make_elementwise(function::Remainder{}, a, b); }
/// equal(a, b): an array of bool. Whether all are equal says all(a == b).item().
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator==(const A& a, const B& b) { return make_elementwise(function::Equal{}, a, b); }
/// not_equal(a, b): an array of bool, true also where either is NaN.
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator!=(const A& a, const B& b) { return make_elementwise(function::NotEqual{}, a, b); }
/// less(a, b): an array of bool, false where either is NaN.
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator<(const A& a, const B& b) { return make_elementwise(function::Less{}, a, b); }
/// less_equal(a, b): an array of bool, false where either is NaN.
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator<=(const A& a, const B& b) { return make_elementwise(function::LessEqual{}, a, b); }
/// greater(a, b): an array of bool, false where either is NaN.
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator>(const A& a, const B& b) { return make_elementwise(function::Greater{}, a, b); }
/// greater_equal(a, b): an array of bool, false where either is NaN.
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator>=(const A& a, const B& b) { return make_elementwise(function::GreaterEqual{}, a, b); }
/// logical_and(a, b), element by element: an array of bool. Both sides are evaluated.
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator&&(const A& a, const B& b) { return make_elementwise(function::LogicalAnd{}, a, b); }
/// logical_or(a, b), element by element: an array of bool. Both sides are evaluated.
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator||(const A& a, const B& b) { return make_elementwise(function::LogicalOr{}, a, b); }
/// bitwise_and(a, b), of integers and bool.
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator&(const A& a, const B& b) { return make_elementwise(function::BitwiseAnd{}, a, b); }
/// bitwise_or(a, b), of integers and bool.
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator|(const A& a, const B& b) { return make_elementwise(function::BitwiseOr{}, a, b); }
/// bitwise_xor(a, b), of integers and bool; powers are power(a, b).
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator^(const A& a, const B& b) { return make_elementwise(function::BitwiseXor{}, a, b); }
/// left_shift(a, b), of integers: 0 where b is negative, or not below the number of bits.
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator<<(const A& a, const B& b) { return make_elementwise(function::LeftShift{}, a, b); }
/// right_shift(a, b), of integers; the sign stays.
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
                "relatile: elements and slices can't be changed where the array is const or has no "
                "name: arrays are values, and nobody would see the change");
}
}  // namespace detail

/// a becomes a name for a + b; who shares the old array keeps it.
///
///   errors  ShapeMismatch if a + b has another shape than a; another element type does not compile
template <class T, int N, class B>
  requires detail::OperatorOperands<Array<T, N>, B>
auto& operator+=(Array<T, N>& a, const B& b) { return detail::assign_same_shape(a, a + b); }
/// a becomes a name for a - b, as of +=.
template <class T, int N, class B>
  requires detail::OperatorOperands<Array<T, N>, B>
auto& operator-=(Array<T, N>& a, const B& b) { return detail::assign_same_shape(a, a - b); }
/// a becomes a name for a * b, element by element, as of +=.
template <class T, int N, class B>
  requires detail::OperatorOperands<Array<T, N>, B>
auto& operator*=(Array<T, N>& a, const B& b) { return detail::assign_same_shape(a, a * b); }
/// a becomes a name for a / b, as of +=; of integers this does not compile, since it is double.
template <class T, int N, class B>
  requires detail::OperatorOperands<Array<T, N>, B>
auto& operator/=(Array<T, N>& a, const B& b) { return detail::assign_same_shape(a, a / b); }
/// a becomes a name for a % b, as of +=.
template <class T, int N, class B>
  requires detail::OperatorOperands<Array<T, N>, B>
auto& operator%=(Array<T, N>& a, const B& b) { return detail::assign_same_shape(a, a % b); }

/// x(0, all) += b changes a part of x: x becomes a name for a new array.
template <class T, int N, class... I, class B>
void operator+=(ArrayPart<T, N, I...>&& a, const B& b) {
  std::move(a).change(b, [](const auto& x, const auto& y) { return x + y; });
}
template <class T, int N, class... I, class B>
void operator-=(ArrayPart<T, N, I...>&& a, const B& b) {
  std::move(a).change(b, [](const auto& x, const auto& y) { return x - y; });
}
template <class T, int N, class... I, class B>
void operator*=(ArrayPart<T, N, I...>&& a, const B& b) {
  std::move(a).change(b, [](const auto& x, const auto& y) { return x * y; });
}
template <class T, int N, class... I, class B>
void operator/=(ArrayPart<T, N, I...>&& a, const B& b) {
  std::move(a).change(b, [](const auto& x, const auto& y) { return x / y; });
}
template <class T, int N, class... I, class B>
void operator%=(ArrayPart<T, N, I...>&& a, const B& b) {
  std::move(a).change(b, [](const auto& x, const auto& y) { return x % y; });
}
/// x += {1.0, 2.0}, x(0) += {1.0, 2.0}: as of array({1.0, 2.0}), also where that is refused.
template <ArrayExpression A>
decltype(auto) operator+=(A&& a, detail::BracedRow<element_of<A>> row) {
  return std::forward<A>(a) += detail::ArrayInBraces<element_of<A>>::of(row);
}
template <ArrayExpression A>
decltype(auto) operator-=(A&& a, detail::BracedRow<element_of<A>> row) {
  return std::forward<A>(a) -= detail::ArrayInBraces<element_of<A>>::of(row);
}
template <ArrayExpression A>
decltype(auto) operator*=(A&& a, detail::BracedRow<element_of<A>> row) {
  return std::forward<A>(a) *= detail::ArrayInBraces<element_of<A>>::of(row);
}
template <ArrayExpression A>
decltype(auto) operator/=(A&& a, detail::BracedRow<element_of<A>> row) {
  return std::forward<A>(a) /= detail::ArrayInBraces<element_of<A>>::of(row);
}
template <ArrayExpression A>
decltype(auto) operator%=(A&& a, detail::BracedRow<element_of<A>> row) {
  return std::forward<A>(a) %= detail::ArrayInBraces<element_of<A>>::of(row);
}
/// x += {{1.0, 2.0}, {3.0, 4.0}}
template <ArrayExpression A>
decltype(auto) operator+=(A&& a, detail::BracedRows<element_of<A>> rows) {
  return std::forward<A>(a) += detail::ArrayInBraces<element_of<A>>::of(rows);
}
template <ArrayExpression A>
decltype(auto) operator-=(A&& a, detail::BracedRows<element_of<A>> rows) {
  return std::forward<A>(a) -= detail::ArrayInBraces<element_of<A>>::of(rows);
}
template <ArrayExpression A>
decltype(auto) operator*=(A&& a, detail::BracedRows<element_of<A>> rows) {
  return std::forward<A>(a) *= detail::ArrayInBraces<element_of<A>>::of(rows);
}
template <ArrayExpression A>
decltype(auto) operator/=(A&& a, detail::BracedRows<element_of<A>> rows) {
  return std::forward<A>(a) /= detail::ArrayInBraces<element_of<A>>::of(rows);
}
template <ArrayExpression A>
decltype(auto) operator%=(A&& a, detail::BracedRows<element_of<A>> rows) {
  return std::forward<A>(a) %= detail::ArrayInBraces<element_of<A>>::of(rows);
}
/// Refused, as are those below: of an array that is const or has no name, a copy would change.
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

/// Refused, as are those below: a formula is no array.
template <class F, class... Args, class B>
void operator+=(const Elementwise<F, Args...>&, const B&) {
  detail::refuse_change_of_formula<B>();
}
template <class F, class... Args, class B>
void operator-=(const Elementwise<F, Args...>&, const B&) {
  detail::refuse_change_of_formula<B>();
}
template <class F, class... Args, class B>
void operator*=(const Elementwise<F, Args...>&, const B&) {
  detail::refuse_change_of_formula<B>();
}
template <class F, class... Args, class B>
void operator/=(const Elementwise<F, Args...>&, const B&) {
  detail::refuse_change_of_formula<B>();
}
template <class F, class... Args, class B>
void operator%=(const Elementwise<F, Args...>&, const B&) {
  detail::refuse_change_of_formula<B>();
}

/// Refused, as are those below: a number, as a sum of losses, stays one.
template <class X, ArrayExpression A>
  requires(is_scalar_type_v<X>)
void operator+=(X&, const A&) { detail::refuse_change_of_number<X>(); }
template <class X, ArrayExpression A>
  requires(is_scalar_type_v<X>)
void operator-=(X&, const A&) { detail::refuse_change_of_number<X>(); }
template <class X, ArrayExpression A>
  requires(is_scalar_type_v<X>)
void operator*=(X&, const A&) { detail::refuse_change_of_number<X>(); }
template <class X, ArrayExpression A>
  requires(is_scalar_type_v<X>)
void operator/=(X&, const A&) { detail::refuse_change_of_number<X>(); }

/// negative(a): unsigned integers wrap, bool is refused.
template <detail::UnaryOperand A>
auto operator-(const A& a) {
  return make_elementwise(function::Negative{}, a);
}
/// positive(a), the same elements; bool is refused.
template <detail::UnaryOperand A>
auto operator+(const A& a) {
  return make_elementwise(function::Positive{}, a);
}
/// logical_not(a): an array of bool, true where an element is zero.
template <detail::UnaryOperand A>
auto operator!(const A& a) {
  return make_elementwise(function::LogicalNot{}, a);
}
/// bitwise_not(a), of integers; of bool it is `not`.
template <detail::UnaryOperand A>
auto operator~(const A& a) {
  return make_elementwise(function::BitwiseNot{}, a);
}

}  // namespace relatile
