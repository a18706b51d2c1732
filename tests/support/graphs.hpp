// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "relatile/placement/sharding.hpp"
#include "relatile/tra/contract_many.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

// Programs to be planned, written without kernels: nothing of them can be run.
namespace graphs {

namespace rt = relatile;
using rt::Extents;
using rt::tra::NodePtr;

/// An input of doubles that is stored once, wherever suits.
inline NodePtr input(const Extents& shape) {
  auto node = std::make_shared<rt::tra::Node>();
  node->name = "input";
  node->type = rt::tra::array_type(rt::element_type_of<double>(), shape);
  return node;
}

/// An input that any site can make.
inline NodePtr source(const Extents& shape) {
  NodePtr node = input(shape);
  rt::tra::set_op(*node, rt::tra::Input{true});
  return node;
}

/// An input that the sites hold by `layout`, whose labels are the array's axes.
inline NodePtr stored(const Extents& shape, const std::vector<rt::placement::MeshAxis>& layout,
                      int num_sites) {
  NodePtr node = input(shape);
  const auto sharding =
      rt::placement::sharding_of(rt::placement::Layout(layout), shape,
                                 rt::Access::identity(shape.rank()), num_sites, "stored");
  auto value = std::make_shared<rt::tra::StoredValue>();
  value->held = sharding.boxes().table();
  value->placement = "stored";
  node->value = std::move(value);
  return node;
}

/// The labels of "ij,jk->ik".
inline rt::tra::Labelling labels_of(const std::string& text) {
  rt::tra::Labelling labelling;
  labelling.operands.emplace_back();
  std::map<char, int> numbers;
  std::vector<int>* axes = &labelling.operands.back();
  for (char letter : text) {
    if (letter == ',') axes = &labelling.operands.emplace_back();
    if (letter == '>') axes = &labelling.output;
    if (letter < 'a' || letter > 'z') continue;
    const auto [known, isnew] = numbers.emplace(letter, static_cast<int>(numbers.size()));
    if (isnew) labelling.names.emplace_back(1, letter);
    axes->push_back(known->second);
  }
  return labelling;
}

/// "ij,jk->ik" of any number of operands, in one step.
inline NodePtr einsum(const std::string& text, const std::vector<NodePtr>& operands) {
  const rt::tra::Labelling labelling = labels_of(text);
  auto node = std::make_shared<rt::tra::Node>();
  rt::tra::set_op(*node, rt::tra::Contract{std::make_shared<const rt::Reduction>()});
  node->name = text;
  node->inputs = operands;
  rt::tra::set_labelling(*node, labelling, rt::element_type_of<double>());
  return node;
}

/// The same, to be split into steps of two operands.
inline NodePtr einsum_of_many(const std::string& text, const std::vector<NodePtr>& operands) {
  rt::Reduction add;
  add.name = "sum";
  add.element = rt::element_type_of<double>();
  return rt::tra::make_contract_many(
      text, operands, labels_of(text), {{}, add},
      [add](const NodePtr& a, const NodePtr& b, const rt::tra::Labelling& step) {
        return rt::tra::make_contract("step", a, b, step, add, {}, nullptr);
      });
}

inline NodePtr matmul(const NodePtr& a, const NodePtr& b) { return einsum("ij,jk->ik", {a, b}); }

/// An elementwise operator on what it reads of its operands by these accesses.
inline NodePtr elementwise(const std::vector<NodePtr>& operands,
                           const std::vector<rt::Access>& accesses, const Extents& shape,
                           int flops = 1) {
  rt::Stage stage;
  stage.name = "elementwise";
  for (int x = 0; x < static_cast<int>(operands.size()); ++x) stage.operands.push_back(x);
  stage.output = rt::element_type_of<double>();
  stage.flops_per_element = rt::Flops{flops};
  rt::Program program;
  program.inputs.assign(operands.size(), rt::element_type_of<double>());
  program.stages.push_back(std::move(stage));
  return rt::tra::make_map("map", operands, accesses, shape, std::move(program),
                           rt::element_type_of<double>());
}

/// An elementwise operator on operands that broadcast against each other.
inline NodePtr elementwise(const std::vector<NodePtr>& operands, int flops = 1) {
  std::vector<Extents> shapes;
  for (const auto& x : operands) shapes.push_back(x->type.extents);
  const Extents shape = rt::tra::broadcast_shapes("elementwise", shapes);
  std::vector<rt::Access> accesses;
  for (const auto& extents : shapes) accesses.push_back(rt::tra::broadcast_access(extents, shape));
  return elementwise(operands, accesses, shape, flops);
}

/// Reads a matrix from some row on.
inline rt::Access from_row(std::int64_t row) {
  rt::Access access = rt::Access::identity(2);
  access.dims[0].offset = row;
  return access;
}

inline NodePtr sum(const NodePtr& x, const std::vector<int>& axes) {
  rt::Reduction add;
  add.name = "sum";
  add.element = x->type.block.element;
  return rt::tra::make_reduce(x, axes, false, add);
}

inline NodePtr transpose(const NodePtr& x) {
  const Extents& shape = x->type.extents;
  return rt::tra::make_view("transpose", x, rt::Access::of_labels({1, 0}), {shape[1], shape[0]});
}

/// x[from:from + rows, :]
inline NodePtr rows(const NodePtr& x, std::int64_t from, std::int64_t count) {
  rt::Access access = rt::Access::identity(x->type.rank());
  access.dims[0].offset = from;
  Extents shape = x->type.extents;
  shape[0] = count;
  return rt::tra::make_view("slice", x, access, shape);
}

}  // namespace graphs
