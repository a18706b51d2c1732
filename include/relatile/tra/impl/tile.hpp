// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/tile.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "relatile/tra/block_operator.hpp"
#include "relatile/tra/infer_blocks.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {

RELATILE_INLINE NodePtr make_tile(const NodePtr& x, int array_dim, std::int64_t size) {
  require_closed("tile", *x);
  if (size < 1) throw ShapeMismatch("relatile: tile: the tile size must be at least 1");
  auto node = std::make_shared<Node>();
  set_op(*node, Tile{array_dim, size});
  node->name = "tile";
  node->inputs = {x};
  node->labels = x->type.extents;
  std::int64_t longest = 0;
  for (const auto& extents : x->type.block_extents) {
    if (extents.rank() > array_dim) longest = std::max(longest, extents[array_dim]);
  }
  node->labels.push_back(std::max<std::int64_t>((longest + size - 1) / size, 1));
  node->label_names = default_label_names(node->labels.rank());
  node->accesses = {Access::identity(x->type.rank())};
  node->output = Access::identity(node->labels.rank());
  node->type.block = x->type.block;
  infer_blocks(*node, [&](const std::vector<Extents>& operands, const Key& at) {
    BlockMetadata made{operands[0], 0};
    const std::int64_t extent = made.extents[array_dim];
    const std::int64_t first = std::min(at.back() * size, extent);
    made.extents[array_dim] = std::min(size, extent - first);
    return made;
  });
  return node;
}

}  // namespace relatile::tra
