// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/expr/elementwise.hpp"
#include "relatile/function/list.hpp"

namespace relatile {

// C++'s operators on arrays, as NumPy has them. `%` is Python's remainder, `/` true division, `&&`
// and `||` work element by element and evaluate both sides; `pow` is power(x, y).

namespace detail {
template <class A, class B>
concept OperatorOperands = (ArrayExpression<A> ||
                            ArrayExpression<B>)&&ElementwiseOperand<A>&& ElementwiseOperand<B>;
}  // namespace detail

template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator+(const A& a, const B& b) { return add(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator-(const A& a, const B& b) { return subtract(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator*(const A& a, const B& b) { return multiply(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator/(const A& a, const B& b) { return divide(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator%(const A& a, const B& b) { return remainder(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator==(const A& a, const B& b) { return equal(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator!=(const A& a, const B& b) { return not_equal(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator<(const A& a, const B& b) { return less(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator<=(const A& a, const B& b) { return less_equal(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator>(const A& a, const B& b) { return greater(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator>=(const A& a, const B& b) { return greater_equal(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator&&(const A& a, const B& b) { return logical_and(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator||(const A& a, const B& b) { return logical_or(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator&(const A& a, const B& b) { return bitwise_and(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator|(const A& a, const B& b) { return bitwise_or(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator^(const A& a, const B& b) { return bitwise_xor(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator<<(const A& a, const B& b) { return left_shift(a, b); }
template <class A, class B>
  requires detail::OperatorOperands<A, B>
auto operator>>(const A& a, const B& b) { return right_shift(a, b); }
template <ArrayExpression A>
auto operator-(const A& a) {
  return negative(a);
}
template <ArrayExpression A>
auto operator!(const A& a) {
  return logical_not(a);
}
template <ArrayExpression A>
auto operator~(const A& a) {
  return bitwise_not(a);
}

}  // namespace relatile
