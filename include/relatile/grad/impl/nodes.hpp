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
#include "relatile/core/nth.hpp"
#include "relatile/einsum/nodes.hpp"
#include "relatile/expr/function_node.hpp"
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
inline tra::NodePtr full_like_node(const Extents& shape, const ElementType& element, double value) {
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

/// Labels in another order: those of `output` come first, as a result is laid out.
class LabelOrder {
 public:
  LabelOrder(const tra::Node& space, const Access& output)
      : places_(static_cast<std::size_t>(space.labels.rank()), -1) {
    for (const AccessDim& dim : output.dims) add(space, dim.label);
    for (int label = 0; label < space.labels.rank(); ++label) add(space, label);
  }

  Access of(Access access) const {
    for (AccessDim& dim : access.dims) {
      if (dim.label >= 0) dim.label = nth(places_, dim.label);
    }
    return access;
  }
  const Extents& extents() const { return extents_; }
  const std::vector<std::string>& names() const { return names_; }

 private:
  void add(const tra::Node& space, int label) {
    if (label < 0 || nth(places_, label) >= 0) return;
    nth(places_, label) = extents_.rank();
    extents_.push_back(space.labels[label]);
    names_.push_back(nth(space.label_names, label));
  }
  std::vector<int> places_;
  Extents extents_;
  std::vector<std::string> names_;
};

/// One pass over the labels of `space`, an operator, whose result has the labels `output`; over the
/// others it is reduced by `reduction`.
inline tra::NodePtr pass_over(const tra::Node& space, const std::string& name, const Reads& reads,
                              const Program& program, int result, const Access& output,
                              const Extents& shape, Reduction reduction) {
  Needed needed = needed_stages(program, result);
  const LabelOrder order(space, output);
  for (Stage& stage : needed.program.stages) {
    if (stage.coordinates) stage.coordinates = order.of(*stage.coordinates);
  }
  auto node = std::make_shared<tra::Node>();
  node->name = name;
  for (const int x : needed.inputs) {
    node->inputs.push_back(nth(reads.inputs, x));
    node->accesses.push_back(order.of(nth(reads.accesses, x)));
  }
  node->labels = order.extents();
  node->label_names = order.names();
  node->output = order.of(output);
  node->type = tra::array_type(reduction.element, shape);
  const Flops flops = needed.program.flops_per_element();
  tra::Map map{std::make_shared<const Program>(std::move(needed.program)), nullptr, flops};
  bool reduces = false;
  for (int label = 0; label < space.labels.rank(); ++label) reduces |= !output.has_label(label);
  if (reduces) {
    map.flops_per_element += Flops{1};
    map.reduction = std::make_shared<const Reduction>(std::move(reduction));
  }
  tra::set_op(*node, std::move(map));
  return node;
}

/// The einsum of arrays of one type by + and *.
inline tra::NodePtr product_node(const std::string& name, const std::vector<tra::NodePtr>& operands,
                                 const tra::Labelling& labelling) {
  tra::NodePtr node;
  visit_type(operands.front()->type.block.element, [&]<class T>(std::type_identity<T>) {
    node = einsum_detail::einsum_node<PlusTimes, T>(name, operands, labelling);
  });
  return node;
}

}  // namespace relatile::detail
