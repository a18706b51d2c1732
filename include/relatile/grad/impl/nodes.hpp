// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/einsum/nodes.hpp"
#include "relatile/grad/impl/stages.hpp"
#include "relatile/grad/impl/terms.hpp"
#include "relatile/kernel/reductions.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

// Operators that gradients are made of, of arrays whose types are known at run time only.

namespace relatile::detail {

template <class Op>
Reduction reduction_of(const ElementType& element) {
  Reduction reduction;
  visit_type(element, [&]<class T>(std::type_identity<T>) {
    if constexpr (!is_complex_v<T> || std::is_same_v<Op, kernel::Sum> ||
                  std::is_same_v<Op, kernel::Prod>) {
      reduction = kernel::make_reduction<Op, T>();
    }
  });
  return reduction;
}

/// One number everywhere.
RELATILE_INLINE tra::NodePtr full_like_node(const Extents& shape, const ElementType& element,
                                            double value) {
  tra::NodePtr node;
  visit_type(element, [&]<class T>(std::type_identity<T>) {
    const T number(static_cast<real_t<T>>(value));
    node = full_node(shape, element, &number);
  });
  return node;
}

/// What of the labels of `space` a program reads: operands and how they are indexed.
struct Reads {
  std::vector<tra::NodePtr> inputs;
  std::vector<Access> accesses;
};

/// One pass over the labels of `space`, an operator, whose result has the labels `output`; over the
/// others it is reduced by `reduction`.
RELATILE_INLINE tra::NodePtr pass_over(const tra::Node& space, const std::string& name,
                                       const Reads& reads, const Program& program, int result,
                                       const Access& output, const Extents& shape,
                                       Reduction reduction) {
  const Needed needed = needed_stages(program, result);
  auto node = std::make_shared<tra::Node>();
  node->name = name;
  for (const int x : needed.inputs) {
    node->inputs.push_back(nth(reads.inputs, x));
    node->accesses.push_back(nth(reads.accesses, x));
  }
  node->labels = space.labels;
  node->label_names = space.label_names;
  node->output = output;
  node->type = tra::array_type(reduction.element, shape);
  const Flops flops = needed.program.flops_per_element();
  tra::Map map{std::make_shared<const Program>(needed.program), nullptr, flops};
  bool reduces = false;
  for (int label = 0; label < space.labels.rank(); ++label) reduces |= !output.has_label(label);
  if (reduces) {
    map.flops_per_element += Flops{1};
    map.reduction = std::make_shared<const Reduction>(std::move(reduction));
  }
  tra::set_op(*node, std::move(map));
  return node;
}

/// F of arrays of one type and shape, element by element.
template <class F, class... Nodes>
tra::NodePtr elementwise_node(const tra::NodePtr& first, const Nodes&... others) {
  const Extents& shape = first->type.extents;
  const ElementType& element = first->type.block.element;
  const Access access = Access::identity(shape.rank());
  Program program;
  program.inputs.assign(1 + sizeof...(Nodes), element);
  TermList list(std::move(program));
  int slot = 0;
  const Term term = list.term(slot);
  const Term made = call<F>(element, term, (static_cast<void>(others), list.term(++slot))...);
  return tra::make_map(std::string(F::name), {first, others...},
                       std::vector<Access>(1 + sizeof...(Nodes), access), shape, list.program(),
                       made.type);
}

/// The einsum of arrays of one type by + and *.
RELATILE_INLINE tra::NodePtr product_node(const std::string& name,
                                          const std::vector<tra::NodePtr>& operands,
                                          const tra::Labelling& labelling) {
  tra::NodePtr node;
  visit_type(operands.front()->type.block.element, [&]<class T>(std::type_identity<T>) {
    node = einsum_detail::einsum_node<PlusTimes, T>(name, operands, labelling);
  });
  return node;
}

/// The conjugate; of real arrays, the same.
RELATILE_INLINE tra::NodePtr conjugate_node(const tra::NodePtr& x) {
  if (x->type.block.element.kind != ElementKind::complex) return x;
  return elementwise_node<function::Conj>(x);
}

}  // namespace relatile::detail
