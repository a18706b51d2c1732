// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "relatile/tra/block_operator.hpp"

namespace relatile::tra {

/// Applies `kernel` to every block; keys stay.
///
///   source  [tra21] section 2.1 (5)
inline NodePtr make_transform(std::string name, const NodePtr& x, BlockType block,
                              BlockKernel kernel) {
  require_closed(name, *x);
  auto node = std::make_shared<Node>();
  node->kind = Kind::transform;
  node->name = std::move(name);
  node->inputs = {x};
  node->labels = x->type.extents;
  node->label_names = default_label_names(node->labels.rank());
  node->accesses = {Access::identity(node->labels.rank())};
  node->output = Access::identity(node->labels.rank());
  node->type.block = std::move(block);
  node->block_kernel = std::make_shared<const BlockKernel>(std::move(kernel));
  BlockInference infer(node->block_kernel.get());
  infer_blocks(*node,
               [&](const std::vector<Extents>& operands, const Key&) { return infer(operands); });
  return node;
}

}  // namespace relatile::tra
