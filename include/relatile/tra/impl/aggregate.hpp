// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/aggregate.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/compose_kernels.hpp"
#include "relatile/tra/block_operator.hpp"
#include "relatile/tra/infer_blocks.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra::detail {

/// An aggregation without its kernels.
inline std::shared_ptr<Node> aggregate_by(std::string name, const NodePtr& x,
                                          const std::vector<int>& by) {
  require_closed(name, *x);
  auto node = std::make_shared<Node>();
  node->name = std::move(name);
  node->inputs = {x};
  node->labels = x->type.extents;
  node->label_names = default_label_names(node->labels.rank());
  node->accesses = {Access::identity(node->labels.rank())};
  node->output = Access::of_labels(by);
  return node;
}

}  // namespace relatile::tra::detail

namespace relatile::tra {

RELATILE_INLINE NodePtr make_aggregate(std::string name, const NodePtr& x,
                                       const std::vector<int>& by, BlockCombine combine) {
  const auto node = detail::aggregate_by(std::move(name), x, by);
  node->type.block = x->type.block;
  set_op(*node, Aggregate{std::make_shared<const BlockCombine>(std::move(combine))});
  infer_blocks(*node, [&](const std::vector<Extents>& operands, const Key& at) {
    const auto key = static_cast<std::size_t>(linear_index(at, x->type.extents));
    return BlockMetadata{operands[0], x->type.block.object ? x->type.object_bytes[key] : 0};
  });
  return node;
}

RELATILE_INLINE NodePtr make_map_aggregate(std::string name, const NodePtr& x,
                                           const std::vector<int>& by, BlockType block,
                                           const BlockKernel& kernel, BlockCombine combine) {
  const auto node = detail::aggregate_by(std::move(name), x, by);
  auto both = std::make_shared<const BlockKernel>(accumulating(kernel, combine, block));
  set_op(*node,
         Aggregate{std::make_shared<const BlockCombine>(std::move(combine)), std::move(both)});
  node->type.block = std::move(block);
  BlockInference infer(node->block_kernel());
  infer_blocks(*node,
               [&](const std::vector<Extents>& operands, const Key&) { return infer(operands); });
  return node;
}

}  // namespace relatile::tra
