// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/transform.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/tra/block_operator.hpp"
#include "relatile/tra/infer_blocks.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {

RELATILE_INLINE NodePtr make_transform(std::string name, const NodePtr& x, BlockType block,
                                       BlockKernel kernel) {
  require_closed(name, *x);
  auto node = std::make_shared<Node>();
  set_op(*node, Transform{std::make_shared<const BlockKernel>(std::move(kernel))});
  node->name = std::move(name);
  node->inputs = {x};
  node->labels = x->type.extents;
  node->label_names = default_label_names(node->labels.rank());
  node->accesses = {Access::identity(node->labels.rank())};
  node->output = Access::identity(node->labels.rank());
  node->type.block = std::move(block);
  BlockInference infer(node->block_kernel());
  infer_blocks(*node,
               [&](const std::vector<Extents>& operands, const Key&) { return infer(operands); });
  return node;
}

}  // namespace relatile::tra
