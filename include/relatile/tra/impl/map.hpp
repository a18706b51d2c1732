// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/map.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {

RELATILE_INLINE Extents broadcast_shapes(std::string_view operation,
                                         std::span<const Extents> shapes) {
  int rank = 0;
  for (const auto& shape : shapes) rank = std::max(rank, shape.rank());
  Extents result = Extents::filled(rank, 1);
  for (const auto& shape : shapes) {
    for (int d = 0; d < shape.rank(); ++d) {
      std::int64_t& extent = result[rank - shape.rank() + d];
      if (extent == 1) extent = shape[d];
      if (shape[d] == 1 || shape[d] == extent) continue;
      std::string text;
      for (const auto& other : shapes) text += (text.empty() ? "" : " and ") + to_string(other);
      throw ShapeMismatch("relatile: " + std::string(operation) + ": operands of shapes " + text +
                          " do not broadcast together; extents of an axis must be equal or 1");
    }
  }
  return result;
}

RELATILE_INLINE Access broadcast_access(const Extents& shape, const Extents& result) {
  Access access;
  const int shift = result.rank() - shape.rank();
  for (int d = 0; d < shape.rank(); ++d) {
    const bool stretched = shape[d] == 1 && result[shift + d] != 1;
    access.dims.push_back({stretched ? -1 : shift + d, 0, 1, 1, nullptr});
  }
  return access;
}

RELATILE_INLINE std::vector<std::string> default_label_names(int count) {
  std::vector<std::string> names;
  for (int l = 0; l < count; ++l) names.emplace_back(1, static_cast<char>('i' + l % 16));
  return names;
}

RELATILE_INLINE NodePtr make_map(std::string name, std::vector<NodePtr> inputs,
                                 std::vector<Access> accesses, const Extents& labels,
                                 Program program, ElementType element) {
  auto node = std::make_shared<Node>();
  node->name = std::move(name);
  node->inputs = std::move(inputs);
  node->accesses = std::move(accesses);
  node->labels = labels;
  node->label_names = default_label_names(labels.rank());
  node->output = Access::identity(labels.rank());
  node->type = array_type(element, labels);
  const Flops flops = program.flops_per_element();
  set_op(*node, Map{std::make_shared<const Program>(std::move(program)), nullptr, flops});
  return node;
}

RELATILE_INLINE NodePtr make_view(std::string name, const NodePtr& x, Access access,
                                  const Extents& shape) {
  Program nothing;
  nothing.inputs = {x->type.block.element};
  auto node = make_map(std::move(name), {x}, {std::move(access)}, shape, std::move(nothing),
                       x->type.block.element);
  change_op<Map>(*node, [](Map& map) { map.flops_per_element = Flops{0}; });
  return node;
}

RELATILE_INLINE bool is_identity(const Node& node) {
  const bool keys = node.kind() == Kind::rekey;
  if (!keys && !node.is_view()) return false;
  if (!(node.inputs[0]->type.extents == node.type.extents)) return false;
  if (!keys) return node.accesses[0] == Access::identity(node.type.rank());
  for (std::int64_t k = 0; k < node.inputs[0]->type.num_keys(); ++k) {
    const bool there = node.inputs[0]->type.has_key(k);
    if (nth(node.source(), k) != (there ? k : -1)) return false;
  }
  return true;
}

RELATILE_INLINE const Node* behind_identities(const Node& node) {
  const Node* last = &node;
  while (!last->evaluated() && is_identity(*last)) last = last->inputs[0].get();
  return last;
}

RELATILE_INLINE NodePtr make_reduce(const NodePtr& x, const std::vector<int>& axes, bool keepdims,
                                    Reduction reduction) {
  Program pass;
  pass.inputs = {x->type.block.element};
  const ElementType element = reduction.element;
  auto node = make_map(reduction.name, {x}, {Access::identity(x->type.rank())}, x->type.extents,
                       std::move(pass), element);
  node->output.dims.clear();
  Extents shape;
  for (int d = 0; d < x->type.rank(); ++d) {
    const bool reduced = std::find(axes.begin(), axes.end(), d) != axes.end();
    if (reduced && !keepdims) continue;
    node->output.dims.push_back({reduced ? -1 : d, 0, 1, 1, nullptr});
    shape.push_back(reduced ? 1 : x->type.extents[d]);
  }
  node->type = array_type(element, shape);
  change_op<Map>(*node, [&](Map& map) {
    map.flops_per_element = Flops{1};
    map.reduction = std::make_shared<const Reduction>(std::move(reduction));
  });
  return node;
}

}  // namespace relatile::tra
