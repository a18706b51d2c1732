// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

#include "relatile/core/differentiable.hpp"
#include "relatile/expr/expression.hpp"
#include "relatile/function/list.hpp"
#include "relatile/kernel/compiled_function.hpp"

namespace relatile::detail {

/// F of arrays of T that broadcast together, where types are known and ranks are not.
template <class F, class T, class... Nodes>
tra::NodePtr function_node(const Nodes&... operands) {
  const ExpressionOperand all[] = {{.array = operands, .part = {}, .constant = {}}...};
  return lower(*make_expression(kernel::function_of<F, T>(), all), {});
}

/// F of arrays of one type that has derivatives and is known at run time only.
template <class F, class... Nodes>
tra::NodePtr elementwise_node(const tra::NodePtr& first, const Nodes&... others) {
  tra::NodePtr node;
  visit_type(first->type.block.element, [&]<class T>(std::type_identity<T>) {
    if constexpr (F::template accepts<T>) node = function_node<F, T>(first, others...);
  });
  return node;
}

/// The conjugate; of real arrays, the same.
inline tra::NodePtr conjugate_node(const tra::NodePtr& x) {
  if (x->type.block.element.kind != ElementKind::complex) return x;
  return elementwise_node<function::Conj>(x);
}

}  // namespace relatile::detail
