// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/contract.hpp"

#include <string>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {

RELATILE_INLINE std::vector<std::int64_t> label_extents(const std::string& operation,
                                                        const Labelling& labelling,
                                                        const std::vector<Extents>& shapes) {
  std::vector<std::int64_t> extents(labelling.names.size(), 1);
  const auto label_of = [&](std::size_t x, int d) {
    return static_cast<std::size_t>(nth(labelling.operands[x], d));
  };
  for (std::size_t x = 0; x < shapes.size(); ++x) {
    for (int d = 0; d < shapes[x].rank(); ++d) {
      std::int64_t& extent = extents[label_of(x, d)];
      if (extent == 1) extent = shapes[x][d];
    }
  }
  for (std::size_t x = 0; x < shapes.size(); ++x) {
    for (int d = 0; d < shapes[x].rank(); ++d) {
      const std::size_t label = label_of(x, d);
      if (shapes[x][d] == extents[label] || shapes[x][d] == 1) continue;
      std::string text;
      for (const auto& shape : shapes) text += (text.empty() ? "" : " and ") + to_string(shape);
      throw ShapeMismatch("relatile: " + operation + ": label '" + labelling.names[label] +
                          "' has extent " + std::to_string(extents[label]) + " in one place and " +
                          std::to_string(shapes[x][d]) + " in axis " + std::to_string(d) +
                          " of operand " + std::to_string(x) + "; the shapes are " + text);
    }
  }
  return extents;
}

RELATILE_INLINE std::vector<Extents> shapes_of(const std::vector<NodePtr>& nodes) {
  std::vector<Extents> shapes;
  for (const auto& node : nodes) shapes.push_back(node->type.extents);
  return shapes;
}

RELATILE_INLINE Access labelled_access(const std::vector<int>& axis_labels, const Extents& shape,
                                       const Extents& labels) {
  Access access;
  for (int d = 0; d < shape.rank(); ++d) {
    const int label = nth(axis_labels, d);
    const bool stretched = shape[d] == 1 && labels[label] != 1;
    access.dims.push_back({stretched ? -1 : label, 0, 1, 1, nullptr});
  }
  return access;
}

RELATILE_INLINE void set_labelling(Node& node, const Labelling& labelling, ElementType element) {
  const std::vector<Extents> shapes = shapes_of(node.inputs);
  node.labels = Extents(label_extents(node.name, labelling, shapes));
  node.label_names = labelling.names;
  node.accesses.clear();
  for (std::size_t x = 0; x < shapes.size(); ++x) {
    node.accesses.push_back(labelled_access(labelling.operands[x], shapes[x], node.labels));
  }
  node.output = Access::of_labels(labelling.output);
  Extents shape;
  for (int label : labelling.output) shape.push_back(node.labels[label]);
  node.type = array_type(element, shape);
}

RELATILE_INLINE NodePtr make_labelled_map(std::string name, std::vector<NodePtr> operands,
                                          const Labelling& labelling, Program combine,
                                          Reduction reduce) {
  auto node = std::make_shared<Node>();
  node->name = std::move(name);
  node->inputs = std::move(operands);
  set_labelling(*node, labelling, reduce.element);
  const Flops flops = combine.flops_per_element();
  Map map{std::make_shared<const Program>(std::move(combine)), nullptr, flops};
  if (labelling.output.size() < labelling.names.size()) {
    map.flops_per_element += Flops{1};
    map.reduction = std::make_shared<const Reduction>(std::move(reduce));
  }
  set_op(*node, std::move(map));
  return node;
}

RELATILE_INLINE NodePtr make_contract(std::string name, const NodePtr& a, const NodePtr& b,
                                      const Labelling& labelling, Reduction sum,
                                      ContractionPlain plain, ArrayKernel kernel) {
  auto node = std::make_shared<Node>();
  node->name = std::move(name);
  node->inputs = {a, b};
  set_labelling(*node, labelling, sum.element);
  set_op(*node,
         Contract{std::make_shared<const Reduction>(std::move(sum)),
                  std::make_shared<const ContractionPlain>(std::move(plain)), std::move(kernel)});
  return node;
}

}  // namespace relatile::tra
