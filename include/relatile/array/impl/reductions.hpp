// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "relatile/array/reductions.hpp"
#include "relatile/expr/expression.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

RELATILE_INLINE tra::NodePtr reduce_node(const tra::NodePtr& x, std::vector<int> axes, bool keep,
                                         bool of_something, Reduction reduction) {
  axes = normal_axes(reduction.name, std::move(axes), x->type.rank());
  if (of_something) require_elements(reduction.name, x->type.extents, axes);
  return tra::make_reduce(x, axes, keep, std::move(reduction));
}

RELATILE_INLINE void require_mask(const Extents& mask, const Extents& shape) {
  const std::array<Extents, 2> both{mask, shape};
  if (tra::broadcast_shapes("only", both) == shape) return;
  throw ShapeMismatch("relatile: only: a mask of shape " + to_string(mask) +
                      " for an array of shape " + to_string(shape) +
                      ", to which it does not broadcast");
}

template <class T>
tra::NodePtr divided_node(const tra::NodePtr& x, double divisor) {
  using Loop = kernel::Call<function::Divide, T, kernel::Leaf<T>, kernel::Constant<T>>;
  const kernel::FusedLoop loop = &kernel::run_fused<Loop>;
  const ExpressionOperand operands[] = {{.array = x, .part = {}, .constant = {}},
                                        {{}, {}, kernel::constant(convert_element<T>(divisor))}};
  const auto& divide = kernel::function_of<function::Divide, T>();
  return lower(*make_expression(divide, operands), {&loop, 1});
}

}  // namespace relatile::detail
