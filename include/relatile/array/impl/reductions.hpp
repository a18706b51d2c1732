// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <tuple>
#include <utility>

#include "relatile/array/reductions.hpp"
#include "relatile/function/elementwise/divide.hpp"
#include "relatile/kernel/elementwise.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

RELATILE_INLINE tra::NodePtr reduce_node(const tra::NodePtr& x, std::vector<int> axes, bool keep,
                                         bool of_something, Reduction reduction) {
  axes = normal_axes(reduction.name, std::move(axes), x->type.rank());
  if (of_something) require_elements(reduction.name, x->type.extents, axes);
  return tra::make_reduce(x, axes, keep, std::move(reduction));
}

template <class T>
tra::NodePtr divided_node(const tra::NodePtr& x, double divisor) {
  using function::Divide;
  using Divisor = kernel::Constant<real_t<T>>;
  using Quotient = kernel::Call<Divide, T, kernel::Leaf<T>, Divisor>;
  const std::string name(Divide::name);
  const Divisor constant{static_cast<real_t<T>>(divisor)};
  Program program;
  program.inputs = {element_type_of<T>()};
  program.stages.push_back(
      kernel::make_stage(name, Divide::flops, Quotient{std::tuple(kernel::Leaf<T>{}, constant)}));
  program.stages.back().operands = {0};
  return tra::make_map(name, {x}, {Access::identity(x->type.rank())}, x->type.extents,
                       std::move(program), element_type_of<T>());
}

}  // namespace relatile::detail
