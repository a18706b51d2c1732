// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/expr/expression.hpp"
#include "relatile/kernel/compiled_function.hpp"

namespace relatile::detail {

/// F of arrays of T that broadcast together, where types are known and ranks are not.
template <class F, class T, class... Nodes>
tra::NodePtr function_node(const Nodes&... operands) {
  const ExpressionOperand all[] = {{.array = operands, .part = {}, .constant = {}}...};
  return lower(*make_expression(kernel::function_of<F, T>(), all), {});
}

}  // namespace relatile::detail
