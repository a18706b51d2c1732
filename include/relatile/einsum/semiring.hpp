// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/array/reductions.hpp"
#include "relatile/kernel/contract.hpp"
#include "relatile/tra/contract.hpp"

namespace relatile::einsum_detail {

/// The product of two operands by labels, for arithmetic with + and *: matrix products in Eigen.
template <class T>
tra::NodePtr contract(std::string name, const tra::NodePtr& a, const tra::NodePtr& b,
                      const tra::Labelling& labelling) {
  ContractionPlain plain;
  plain.multiply_add = [](void* accumulator, const void* x, const void* y) {
    auto& sum_of = *static_cast<T*>(accumulator);
    const T product =
        function::Multiply::apply(*static_cast<const T*>(x), *static_cast<const T*>(y));
    sum_of = kernel::Sum::combine(sum_of, product);
  };
  return tra::make_contract(std::move(name), a, b, labelling,
                            kernel::make_reduction<kernel::Sum, T>(), std::move(plain),
                            kernel::contract<T>);
}

/// One pass over all labels that applies `Combine` to the operands and reduces by `Reduce`: any
/// pair of functions, at the speed of elementwise work.
template <class Combine, class Reduce, class T>
tra::NodePtr fold(std::string name, const std::vector<tra::NodePtr>& operands,
                  const tra::Labelling& labelling) {
  using R = function::result_t<Combine, T>;
  Program program;
  for (const auto& operand : operands) program.inputs.push_back(operand->type.block.element);
  if (operands.size() == 2) {
    Stage stage = kernel::make_stage(std::string(Combine::name), Combine::flops,
                                     kernel::Call<Combine, T, kernel::Leaf<T>, kernel::Leaf<T>>{});
    stage.operands = {0, 1};
    program.stages.push_back(std::move(stage));
  }
  auto node = std::make_shared<tra::Node>();
  node->kind = tra::Kind::map;
  node->name = std::move(name);
  node->inputs = operands;
  node->flops_per_element = program.flops_per_element() + Flops{1};
  const ElementType element =
      operands.size() == 2 ? element_type_of<R>() : operands[0]->type.block.element;
  tra::set_labelling(*node, labelling, element);
  node->program = std::make_shared<const Program>(std::move(program));
  if (labelling.output.size() < labelling.names.size()) {
    node->reduction = std::make_shared<const Reduction>(operands.size() == 2
                                                            ? kernel::make_reduction<Reduce, R>()
                                                            : kernel::make_reduction<Reduce, T>());
  }
  return node;
}

}  // namespace relatile::einsum_detail
