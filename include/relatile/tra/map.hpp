// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/tra/node.hpp"

namespace relatile::tra {

/// Elements that take no more flops are computed again, where they are needed again, rather than
/// stored and read.
inline constexpr std::int64_t most_flops_again = 2;

/// The shape of operands broadcast against each other by NumPy's rule: aligned at the last axis,
/// an axis of extent 1 stretches. Throws ShapeMismatch naming `operation` and the shapes.
inline Extents broadcast_shapes(std::string_view operation, std::span<const Extents> shapes) {
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

/// How an operand of `shape` is read when it is broadcast to `result`.
inline Access broadcast_access(const Extents& shape, const Extents& result) {
  Access access;
  const int shift = result.rank() - shape.rank();
  for (int d = 0; d < shape.rank(); ++d) {
    const bool stretched = shape[d] == 1 && result[shift + d] != 1;
    access.dims.push_back({stretched ? -1 : shift + d, 0, 1, 1, nullptr});
  }
  return access;
}

inline std::vector<std::string> default_label_names(int count) {
  std::vector<std::string> names;
  for (int l = 0; l < count; ++l) names.emplace_back(1, static_cast<char>('i' + l % 16));
  return names;
}

/// An elementwise join of arrays: one pass of `program` over label space `labels`.
inline NodePtr make_map(std::string name, std::vector<NodePtr> inputs, std::vector<Access> accesses,
                        const Extents& labels, Program program, ElementType element) {
  auto node = std::make_shared<Node>();
  node->kind = Kind::map;
  node->name = std::move(name);
  node->inputs = std::move(inputs);
  node->accesses = std::move(accesses);
  node->labels = labels;
  node->label_names = default_label_names(labels.rank());
  node->output = Access::identity(labels.rank());
  node->type = array_type(element, labels);
  node->flops_per_element = program.flops_per_element();
  node->program = std::make_shared<const Program>(std::move(program));
  return node;
}

/// Another way to index `x`, without moving or copying: transpose, slice, expand_dims, diagonal.
inline NodePtr make_view(std::string name, const NodePtr& x, Access access, const Extents& shape) {
  Program nothing;
  nothing.inputs = {x->type.block.element};
  auto node = make_map(std::move(name), {x}, {std::move(access)}, shape, std::move(nothing),
                       x->type.block.element);
  node->flops_per_element = Flops{0};
  return node;
}

/// The same array or relation again: nothing is computed, and everything is where it was.
inline bool is_identity(const Node& node) {
  const bool keys = node.kind == Kind::rekey;
  if (!keys && !(node.kind == Kind::map && node.is_view())) return false;
  if (!(node.inputs[0]->type.extents == node.type.extents)) return false;
  if (!keys) return node.accesses[0] == Access::identity(node.type.rank());
  for (std::int64_t k = 0; k < node.inputs[0]->type.num_keys(); ++k) {
    const bool there = node.inputs[0]->type.has_key(k);
    if (node.source[static_cast<std::size_t>(k)] != (there ? k : -1)) return false;
  }
  return true;
}
/// The node whose value `node` is, behind all that is the same again.
inline const Node* behind_identities(const Node& node) {
  const Node* last = &node;
  while (!last->evaluated() && is_identity(*last)) last = last->inputs[0].get();
  return last;
}

/// Aggregates the `axes` of array `x` (sorted, without repeats); with `keepdims` they stay with
/// extent one.
inline NodePtr make_reduce(const NodePtr& x, const std::vector<int>& axes, bool keepdims,
                           Reduction reduction) {
  Program pass;
  pass.inputs = {x->type.block.element};
  const ElementType element = reduction.element;
  auto node = make_map(reduction.name, {x}, {Access::identity(x->type.rank())}, x->type.extents,
                       std::move(pass), element);
  node->flops_per_element = Flops{1};
  node->output.dims.clear();
  Extents shape;
  for (int d = 0; d < x->type.rank(); ++d) {
    const bool reduced = std::find(axes.begin(), axes.end(), d) != axes.end();
    if (reduced && !keepdims) continue;
    node->output.dims.push_back({reduced ? -1 : d, 0, 1, 1, nullptr});
    shape.push_back(reduced ? 1 : x->type.extents[d]);
  }
  node->type = array_type(element, shape);
  node->reduction = std::make_shared<const Reduction>(std::move(reduction));
  return node;
}

}  // namespace relatile::tra
