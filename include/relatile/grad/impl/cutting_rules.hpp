// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/grad/impl/relation_nodes.hpp"
#include "relatile/tra/blocks.hpp"
#include "relatile/tra/concat.hpp"
#include "relatile/tra/operators.hpp"
#include "relatile/tra/tile.hpp"

// The derivatives of what cuts blocks and lays them together: each is the other's.

namespace relatile::detail {

/// The blocks that were cut, laid together again: the last dimension of the keys counts them.
inline tra::NodePtr tile_rule(const tra::Node& node, const tra::NodePtr& g) {
  return tra::make_concat(g, g->type.rank() - 1, tra::op_of<tra::Tile>(node).array_dim);
}

/// Of a block, a number and a longer block: what that has from the number on along an axis, as long
/// as the first one is.
inline BlockKernel part_of_block(const ElementType& element, int axis) {
  BlockKernel kernel;
  kernel.name = "part";
  kernel.anonymous = true;
  kernel.shape = [](std::span<const Extents> blocks) { return blocks[0]; };
  kernel.run = [axis, size = std::int64_t(element.size)](std::span<const BlockRef> blocks,
                                                         BlockRef out, bool) {
    std::int64_t runs = 1;
    std::int64_t unit = size;
    for (int d = 0; d < out.extents.rank(); ++d) {
      if (d < axis) runs *= out.extents[d];
      if (d > axis) unit *= out.extents[d];
    }
    const std::int64_t length = out.extents[axis] * unit;
    const auto* from = static_cast<const std::byte*>(blocks[2].data) + number_in(blocks[1]) * unit;
    auto* to = static_cast<std::byte*>(out.data);
    for (std::int64_t run = 0; run < runs; ++run) {
      std::copy_n(from, length, to);
      from += blocks[2].extents[axis] * unit;
      to += length;
    }
  };
  return kernel;
}

/// Whether all blocks along a dimension of the keys are of one extent along an axis, but for a
/// shorter last one, as `tile` cuts them.
inline bool is_tiled(const tra::RelationType& type, int along, int axis) {
  const std::int64_t size = type.extents_of(0)[axis];
  bool tiled = size > 0;
  for (std::int64_t k = 0; k < type.num_keys(); ++k) {
    const std::int64_t extent = type.extents_of(k)[axis];
    const bool last = key_from_linear_index(k, type.extents)[along] + 1 == type.extents[along];
    tiled &= last ? extent > 0 && extent <= size : extent == size;
  }
  return tiled;
}

/// The blocks that were laid together, cut again.
inline tra::NodePtr concat_rule(const tra::Node& node, const tra::NodePtr& g) {
  const int axis = tra::op_of<tra::Concat>(node).array_dim;
  const tra::NodePtr& x = node.inputs[0];
  const Extents& frontier = x->type.extents;
  const std::string name = "grad of concat";
  std::vector<int> kept = all_labels(frontier.rank());
  int along = 0;
  while (!nth(node.whole_label, along)) ++along;
  kept.erase(kept.begin() + along);
  if (is_tiled(x->type, along, axis)) {
    const tra::NodePtr tiles = tra::make_tile(g, axis, x->type.extents_of(0)[axis]);
    kept.push_back(along);
    return repeated(name, tiles, frontier, kept);
  }
  std::vector<std::int64_t> begins;
  for_each_coordinate(Box::whole(frontier), [&](const Key& key) {
    Key before = key;
    std::int64_t begin = 0;
    for (before[along] = 0; before[along] < key[along]; ++before[along]) {
      begin += x->type.extents_of(linear_index(before, frontier))[axis];
    }
    begins.push_back(begin);
  });
  const tra::NodePtr everywhere = repeated(name, g, frontier, kept);
  const tra::NodePtr numbers = numbers_by_key(frontier, std::move(begins));
  return with_pullback(join_by_key(name, part_of_block(x->type.block.element, axis),
                                   {x, numbers, everywhere}, x->type.block),
                       {g},
                       [along, axis](const tra::NodePtr&, const std::vector<tra::NodePtr>&,
                                     const tra::NodePtr& h) -> std::vector<tra::NodePtr> {
                         return {tra::make_concat(h, along, axis)};
                       });
}

/// An array cut into the blocks that `node` put together.
inline tra::NodePtr cut_like(const tra::NodePtr& array, const tra::Node& node) {
  auto made = std::make_shared<tra::Node>();
  tra::set_op(*made, tra::Blocks{});
  made->name = "grad of " + node.name;
  made->inputs = {array};
  made->labels = node.labels;
  made->label_names = node.label_names;
  made->accesses = {node.output};
  made->output = node.accesses[0];
  made->type = node.inputs[0]->type;
  return made;
}

/// Of an array that was cut into blocks.
inline tra::NodePtr blocks_rule(const tra::Node& node, const tra::NodePtr& g) {
  const tra::NodePtr array = tra::make_unblocks(g);
  const bool whole = array->type.extents == node.inputs[0]->type.extents;
  return whole ? array : nullptr;  // where there is no block, an array is empty in all of its axes
}

}  // namespace relatile::detail
