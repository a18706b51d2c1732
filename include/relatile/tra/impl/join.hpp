// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/join.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/tra/block_operator.hpp"
#include "relatile/tra/infer_blocks.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {

RELATILE_INLINE JoinLabels join_labels(int left_arity, int right_arity,
                                       const std::vector<int>& on_left,
                                       const std::vector<int>& on_right) {
  JoinLabels labels;
  for (int k = 0; k < left_arity; ++k) labels.left.push_back(labels.count++);
  for (int k = 0; k < right_arity; ++k) {
    int label = -1;
    for (std::size_t pair = 0; pair < on_right.size(); ++pair) {
      if (on_right[pair] == k) label = on_left[pair];
    }
    labels.right.push_back(label >= 0 ? label : labels.count++);
  }
  return labels;
}

RELATILE_INLINE NodePtr make_join(std::string name, const NodePtr& left, const NodePtr& right,
                                  const std::vector<int>& on_left, const std::vector<int>& on_right,
                                  const std::vector<int>& by, BlockType block, BlockKernel kernel,
                                  std::shared_ptr<const BlockCombine> aggregate) {
  require_closed(name, *left);
  require_closed(name, *right);
  const bool empty = has_no_blocks(left->type) || has_no_blocks(right->type);
  for (std::size_t pair = 0; pair < on_left.size() && !empty; ++pair) {
    const std::int64_t l = left->type.extents[on_left[pair]];
    const std::int64_t r = right->type.extents[on_right[pair]];
    if (l == r) continue;
    throw ShapeMismatch("relatile: " + name + ": key dimension " + std::to_string(on_left[pair]) +
                        " of the left operand has frontier " + std::to_string(l) +
                        ", but dimension " + std::to_string(on_right[pair]) +
                        " of the right one has " + std::to_string(r) +
                        "; joined key dimensions must have equal frontiers");
  }
  auto node = std::make_shared<Node>();
  set_op(*node, Join{std::make_shared<const BlockKernel>(std::move(kernel)), std::move(aggregate)});
  node->name = std::move(name);
  node->inputs = {left, right};
  const JoinLabels labels = join_labels(left->type.rank(), right->type.rank(), on_left, on_right);
  node->labels = Extents::filled(labels.count, 0);
  for (int k = 0; k < left->type.rank(); ++k) node->labels[k] = left->type.extents[k];
  for (int k = 0; k < right->type.rank(); ++k) {
    node->labels[nth(labels.right, k)] = right->type.extents[k];
  }
  node->label_names = default_label_names(labels.count);
  node->accesses = {Access::of_labels(labels.left), Access::of_labels(labels.right)};
  node->output = Access::of_labels(by);
  node->type.block = std::move(block);
  BlockInference infer(node->block_kernel());
  infer_blocks(*node,
               [&](const std::vector<Extents>& operands, const Key&) { return infer(operands); });
  return node;
}

}  // namespace relatile::tra
