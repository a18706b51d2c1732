// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/along_axis.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {
namespace detail {

/// A node whose labels are the axes of x.
inline std::shared_ptr<Node> along(const NodePtr& x, AlongAxis op) {
  auto node = std::make_shared<Node>();
  node->name = op.kernel->name;
  node->inputs = {x};
  node->labels = x->type.extents;
  node->label_names = default_label_names(node->labels.rank());
  node->accesses = {Access::identity(node->labels.rank())};
  node->output = node->accesses[0];
  set_op(*node, std::move(op));
  return node;
}

/// How an axis is read by the numbers of its blocks.
inline AccessDim blocks_of(int label, std::int64_t extent, std::int64_t length) {
  if (extent % length == 0) return {label, 0, length, length, nullptr};
  auto cuts = std::make_shared<std::vector<std::int64_t>>();
  for (std::int64_t at = 0; at < extent; at += length) cuts->push_back(at);
  cuts->push_back(extent);
  return {label, 0, 1, 1, std::move(cuts)};
}

}  // namespace detail

RELATILE_INLINE NodePtr make_along_axis(const NodePtr& x, int axis, LineKernel kernel,
                                        const LineResult& result, Flops flops_per_element,
                                        const NodePtr& table) {
  auto node = detail::along(
      x, {axis, false, std::make_shared<const LineKernel>(std::move(kernel)), flops_per_element});
  nth(node->output.dims, axis) = {-1, 0, 1, result.count, nullptr};
  nth(node->whole_label, axis) = true;
  Extents shape = node->labels;
  shape[axis] = result.count;
  node->type = array_type(result.element, shape);
  if (table) {
    node->inputs.push_back(table);
    node->accesses.emplace_back();
    node->accesses[1].dims.push_back({-1, 0, 1, table->type.extents[0], nullptr});
  }
  return node;
}

RELATILE_INLINE NodePtr make_of_blocks(const NodePtr& x, int axis, std::int64_t length,
                                       LineKernel kernel, Flops flops_per_element) {
  auto node = detail::along(
      x, {axis, true, std::make_shared<const LineKernel>(std::move(kernel)), flops_per_element});
  const std::int64_t extent = node->labels[axis];
  nth(node->accesses[0].dims, axis) = detail::blocks_of(axis, extent, length);
  node->labels[axis] = (extent + length - 1) / length;
  node->type = array_type(x->type.block.element, node->labels);
  return node;
}

RELATILE_INLINE NodePtr make_along_blocks(const NodePtr& x, int axis, std::int64_t length,
                                          const NodePtr& before, LineKernel kernel,
                                          Flops flops_per_element) {
  auto node = detail::along(
      x, {axis, true, std::make_shared<const LineKernel>(std::move(kernel)), flops_per_element});
  const std::int64_t extent = node->labels[axis];
  node->accesses.push_back(node->accesses[0]);
  node->inputs.push_back(before);
  nth(node->accesses[0].dims, axis) = detail::blocks_of(axis, extent, length);
  node->output = node->accesses[0];
  node->labels[axis] = (extent + length - 1) / length;
  node->type = x->type;
  return node;
}

RELATILE_INLINE NodePtr make_kept_of_blocks(const NodePtr& x, int axis, std::int64_t length,
                                            const NodePtr& which,
                                            const std::vector<std::int64_t>& kept,
                                            LineKernel kernel) {
  auto node = detail::along(
      x, {axis, true, std::make_shared<const LineKernel>(std::move(kernel)), Flops{1}});
  const std::int64_t extent = node->labels[axis];
  const AccessDim blocks = detail::blocks_of(axis, extent, length);
  nth(node->accesses[0].dims, axis) = blocks;
  node->inputs.push_back(which);
  node->accesses.emplace_back();
  node->accesses[1].dims.push_back(blocks);
  auto cuts = std::make_shared<std::vector<std::int64_t>>(1, 0);
  for (const std::int64_t count : kept) cuts->push_back(cuts->back() + count);
  Extents shape = node->labels;
  shape[axis] = cuts->back();
  node->labels[axis] = (extent + length - 1) / length;
  nth(node->output.dims, axis) = {axis, 0, 1, 1, std::move(cuts)};
  node->type = array_type(x->type.block.element, shape);
  return node;
}

}  // namespace relatile::tra
