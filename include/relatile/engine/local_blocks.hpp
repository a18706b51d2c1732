// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstring>
#include <set>
#include <vector>

#include "relatile/core/site_data.hpp"
#include "relatile/cost/staging.hpp"
#include "relatile/kernel/strided_copy.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::engine {

inline BlockRef ref(const StoredBlock& block) { return {block.data.get(), block.extents}; }

inline void copy_block(const tra::RelationType& type, const StoredBlock& to,
                       const StoredBlock& from) {
  if (type.block.object) {
    type.block.object->copy(to.data.get(), from.data.get());
    return;
  }
  const std::int64_t bytes = volume(from.extents) * std::int64_t(type.block.element.size);
  if (bytes > 0) std::memcpy(to.data.get(), from.data.get(), static_cast<std::size_t>(bytes));
}

/// join, transform and aggregate: the kernel on every combination of blocks, in key order; what
/// meets under one output key accumulates. If `adds`, every output block has been started.
inline void run_block_kernel(const tra::Node& node, const Box& iteration,
                             const std::vector<const SiteData*>& inputs, SiteData& output,
                             bool adds) {
  std::set<std::int64_t> started;
  std::vector<BlockRef> operands(inputs.size());
  for_each_coordinate(iteration, [&](const Key& at) {
    const StoredBlock* first = nullptr;
    for (std::size_t x = 0; x < inputs.size(); ++x) {
      const Key key = node.accesses[x].coordinate(at);
      const auto& block = inputs[x]->blocks.at(linear_index(key, node.inputs[x]->type.extents));
      operands[x] = ref(block);
      if (x == 0) first = &block;
    }
    const std::int64_t slot = linear_index(node.output.coordinate(at), node.type.extents);
    const StoredBlock& made = output.blocks.at(slot);
    const bool accumulate = !started.insert(slot).second || adds;
    if (node.block_kernel) {
      node.block_kernel->run(operands, ref(made), accumulate);
    } else if (accumulate) {
      node.combine->run(ref(made), operands[0]);
    } else {
      copy_block(node.type, made, *first);
    }
  });
}

/// blocks: every block is a box of the array piece.
inline void run_blocks(const tra::Node& node, const Box& iteration, const SiteData& input,
                       SiteData& output) {
  const std::int64_t size = std::int64_t(node.type.block.element.size);
  for_each_coordinate(iteration, [&](const Key& key) {
    const Box region = node.accesses[0].image(unit_box(key));
    if (region.empty()) return;
    const ArrayPiece* piece = input.piece_holding(region);
    const StoredBlock& block = output.blocks.at(linear_index(key, node.type.extents));
    kernel::copy_region(static_cast<std::byte*>(block.data.get()), region, piece->data.get(),
                        piece->box, region, size);
  });
}

/// unblocks: every block goes to its box of the array piece.
inline void run_unblocks(const tra::Node& node, const Box& iteration, const SiteData& input,
                         SiteData& output) {
  const std::int64_t size = std::int64_t(node.type.block.element.size);
  for_each_coordinate(iteration, [&](const Key& key) {
    const Box region = node.output.image(unit_box(key));
    if (region.empty()) return;
    const auto& block = input.blocks.at(linear_index(key, node.inputs[0]->type.extents));
    const ArrayPiece* piece = output.piece_holding(region);
    kernel::copy_region(piece->data.get(), piece->box, static_cast<std::byte*>(block.data.get()),
                        region, region, size);
  });
}

/// tile and concat: the small block is a slab of the large one along `array_dim`.
inline void copy_slab(const tra::Node& node, const StoredBlock& small, const StoredBlock& large,
                      std::int64_t start, bool into_large) {
  Box region = Box::whole(small.extents);
  region.low[node.array_dim] += start;
  region.high[node.array_dim] += start;
  const Box whole = Box::whole(large.extents);
  auto* small_data = static_cast<std::byte*>(small.data.get());
  auto* large_data = static_cast<std::byte*>(large.data.get());
  const std::int64_t size = std::int64_t(node.type.block.element.size);
  if (into_large) {
    kernel::copy_region(large_data, whole, small_data, region, region, size);
  } else {
    kernel::copy_region(small_data, region, large_data, whole, region, size);
  }
}

inline void run_tile(const tra::Node& node, const Box& iteration, const SiteData& input,
                     SiteData& output) {
  for_each_coordinate(iteration, [&](const Key& at) {
    const Key from = node.accesses[0].coordinate(at);
    const auto& large = input.blocks.at(linear_index(from, node.inputs[0]->type.extents));
    copy_slab(node, output.blocks.at(linear_index(at, node.type.extents)), large,
              at.back() * node.tile_size, false);
  });
}

inline void run_concat(const tra::Node& node, const Box& iteration, const SiteData& input,
                       SiteData& output) {
  std::map<std::int64_t, std::int64_t> filled;  // coordinates come in the order of the key
  for_each_coordinate(iteration, [&](const Key& at) {
    const auto& small = input.blocks.at(linear_index(at, node.inputs[0]->type.extents));
    const std::int64_t slot = linear_index(node.output.coordinate(at), node.type.extents);
    copy_slab(node, small, output.blocks.at(slot), filled[slot], true);
    filled[slot] += small.extents[node.array_dim];
  });
}

/// rekey and filter: the same blocks under other keys.
inline void run_key_map(const tra::Node& node, const SiteData& input, SiteData& output) {
  for (std::size_t slot = 0; slot < node.source.size(); ++slot) {
    const auto found = input.blocks.find(node.source[slot]);
    if (found != input.blocks.end()) {
      output.blocks[static_cast<std::int64_t>(slot)] = found->second;
    }
  }
}

}  // namespace relatile::engine
