// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/along_axis.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "relatile/core/assert.hpp"
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

/// A vector that every line or block is given whole.
inline void add_table(Node& node, const NodePtr& table) {
  if (!table) return;
  node.inputs.push_back(table);
  node.accesses.emplace_back();
  node.accesses.back().dims.push_back({-1, 0, 1, table->type.extents[0], nullptr});
}

/// A node whose label `axis` is the number of a block of x's axis.
inline std::shared_ptr<Node> along_blocks_of(const NodePtr& x, int axis, const AxisBlocks& blocks,
                                             LineKernel kernel, Flops flops_per_element) {
  auto node = along(
      x, {axis, true, std::make_shared<const LineKernel>(std::move(kernel)), flops_per_element});
  nth(node->accesses[0].dims, axis) = blocks.dim;
  node->labels[axis] = blocks.count;
  return node;
}

inline AxisBlocks blocks_of_lengths(int axis, const std::vector<std::int64_t>& lengths) {
  std::vector<std::int64_t> cuts(1, 0);
  for (const std::int64_t length : lengths) cuts.push_back(cuts.back() + length);
  return blocks_between(axis, std::move(cuts));
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
  detail::add_table(*node, table);
  return node;
}

RELATILE_INLINE AxisBlocks even_blocks(int axis, std::int64_t extent, std::int64_t count) {
  const std::int64_t length = extent / count;
  if (extent % count == 0) return {{axis, 0, length, length, nullptr}, count};
  std::vector<std::int64_t> cuts;
  for (std::int64_t b = 0; b < count; ++b) cuts.push_back(even_part(extent, count, b).low);
  cuts.push_back(extent);
  return blocks_between(axis, std::move(cuts));
}

RELATILE_INLINE AxisBlocks blocks_between(int axis, std::vector<std::int64_t> cuts) {
  const auto count = static_cast<std::int64_t>(cuts.size()) - 1;
  return {{axis, 0, 1, 1, std::make_shared<const std::vector<std::int64_t>>(std::move(cuts))},
          count};
}

RELATILE_INLINE NodePtr make_of_blocks(const NodePtr& x, int axis, const AxisBlocks& blocks,
                                       LineKernel kernel, const LineResult& result,
                                       Flops flops_per_element, const NodePtr& table,
                                       const AxisBlocks* of_table) {
  auto node = detail::along_blocks_of(x, axis, blocks, std::move(kernel), flops_per_element);
  const AccessDim even{axis, 0, result.count, result.count, nullptr};
  nth(node->output.dims, axis) = result.cuts ? AccessDim{axis, 0, 1, 1, result.cuts} : even;
  Extents shape = node->labels;
  shape[axis] = result.cuts ? result.cuts->back() : shape[axis] * result.count;
  node->type = array_type(result.element, shape);
  detail::add_table(*node, table);
  if (of_table) node->accesses[1].dims[0] = of_table->dim;
  return node;
}

RELATILE_INLINE NodePtr make_along_blocks(const NodePtr& x, int axis, const AxisBlocks& blocks,
                                          const NodePtr& before, LineKernel kernel,
                                          Flops flops_per_element) {
  auto node = detail::along_blocks_of(x, axis, blocks, std::move(kernel), flops_per_element);
  node->output = node->accesses[0];
  node->type = array_type(x->type.block.element, x->type.extents);
  if (before) {
    node->inputs.push_back(before);
    node->accesses.push_back(Access::identity(node->labels.rank()));
  }
  return node;
}

RELATILE_INLINE NodePtr make_kept_of_blocks(const NodePtr& x, int axis, const AxisBlocks& blocks,
                                            const NodePtr& which,
                                            const std::vector<std::int64_t>& kept,
                                            LineKernel kernel) {
  auto node = detail::along_blocks_of(x, axis, blocks, std::move(kernel), Flops{1});
  node->inputs.push_back(which);
  node->accesses.emplace_back();
  node->accesses[1].dims.push_back(blocks.dim);
  RELATILE_ASSERT(std::ssize(kept) == blocks.count);
  Extents shape = x->type.extents;
  shape[axis] = std::accumulate(kept.begin(), kept.end(), std::int64_t{0});
  nth(node->output.dims, axis) = detail::blocks_of_lengths(axis, kept).dim;
  node->type = array_type(x->type.block.element, shape);
  return node;
}

RELATILE_INLINE NodePtr make_filled_blocks(const NodePtr& x, int axis, const AxisBlocks& blocks,
                                           const NodePtr& which,
                                           const std::vector<std::int64_t>& kept,
                                           LineKernel kernel) {
  auto node = detail::along_blocks_of(x, axis, detail::blocks_of_lengths(axis, kept),
                                      std::move(kernel), Flops{1});
  node->inputs.push_back(which);
  node->accesses.emplace_back();
  node->accesses[1].dims.push_back(blocks.dim);
  Extents shape = x->type.extents;
  shape[axis] = which->type.extents[0];
  nth(node->output.dims, axis) = blocks.dim;
  node->type = array_type(x->type.block.element, shape);
  return node;
}

}  // namespace relatile::tra
