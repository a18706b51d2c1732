// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/local_blocks.hpp"

#include <cstring>
#include <map>

#include "relatile/core/sort_stably.hpp"
#include "relatile/kernel/strided_copy.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::engine {

RELATILE_INLINE void copy_block(const tra::RelationType& type, const StoredBlock& to,
                                const StoredBlock& from) {
  if (type.block.object) {
    type.block.object->copy(to.data.get(), from.data.get());
    return;
  }
  const std::int64_t bytes = volume(from.extents) * std::int64_t(type.block.element.size);
  if (bytes > 0) std::memcpy(to.data.get(), from.data.get(), static_cast<std::size_t>(bytes));
}

RELATILE_INLINE KeyGroups::KeyGroups(const tra::Node& node, const Box& iteration) {
  entries.reserve(static_cast<std::size_t>(iteration.count()));
  for_each_coordinate(iteration, [&](const Key& at) {
    entries.push_back({linear_index(node.output.coordinate(at), node.type.extents),
                       std::int64_t(entries.size())});
  });
  sort_stably(entries, [](const Entry& a, const Entry& b) { return a.slot < b.slot; });
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i == 0 || entries[i].slot != entries[i - 1].slot) begin.push_back(i);
  }
  begin.push_back(entries.size());
}

RELATILE_INLINE Key key_at(const Box& box, std::int64_t position) {
  Key key = key_from_linear_index(position, box.extents());
  for (int d = 0; d < key.rank(); ++d) key[d] += box.low[d];
  return key;
}

RELATILE_INLINE std::int64_t block_work(const tra::Node& node,
                                        const std::vector<BlockRef>& operands, std::int64_t count) {
  std::vector<Extents> extents;
  std::int64_t elements = 1;
  for (const BlockRef& operand : operands) {
    extents.push_back(operand.extents);
    elements += volume(operand.extents);
  }
  const bool declared = node.block_kernel() && node.block_kernel()->flops;
  const std::int64_t flops = declared ? node.block_kernel()->flops(extents).value : 0;
  return count * std::max(flops, elements);
}

RELATILE_INLINE void run_block_kernel(const tra::Node& node, const Box& iteration,
                                      const std::vector<const SiteData*>& inputs, SiteData& output,
                                      bool adds) {
  if (iteration.empty()) return;
  const auto block = [&](std::size_t x, const Key& at) -> const StoredBlock& {
    const Key key = node.accesses[x].coordinate(at);
    return inputs[x]->blocks.at(linear_index(key, node.inputs[x]->type.extents));
  };
  const auto operands_at = [&](const Key& at) {
    std::vector<BlockRef> operands;
    for (std::size_t x = 0; x < inputs.size(); ++x) operands.push_back(ref(block(x, at)));
    return operands;
  };
  const auto run = [&](const Key& at, std::int64_t slot, bool accumulate) {
    const std::vector<BlockRef> operands = operands_at(at);
    const StoredBlock& made = output.blocks.at(slot);
    if (node.block_kernel()) {
      node.block_kernel()->run(operands, ref(made), accumulate);
    } else if (accumulate) {
      node.combine()->run(ref(made), operands[0]);
    } else {
      copy_block(node.type, made, block(0, at));
    }
  };
  const KeyGroups groups(node, iteration);
  const std::int64_t work =
      groups.count() < 2 ? 0 : block_work(node, operands_at(iteration.low), iteration.count());
  for_ranges(groups.count(), work, [&](std::int64_t g) {
    const auto group = static_cast<std::size_t>(g);
    for (std::size_t i = groups.begin[group]; i < groups.begin[group + 1]; ++i) {
      const auto [slot, position] = groups.entries[i];
      run(key_at(iteration, position), slot, i > groups.begin[group] || adds);
    }
  });
}

RELATILE_INLINE void run_blocks(const tra::Node& node, const Box& iteration, const SiteData& input,
                                SiteData& output) {
  if (iteration.empty()) return;
  const std::int64_t size = std::int64_t(node.type.block.element.size);
  for_each_key(iteration, node.accesses[0].image(iteration).count(), [&](const Key& key) {
    const Box region = node.accesses[0].image(unit_box(key));
    if (region.empty()) return;
    const ArrayPiece* piece = input.piece_holding(region);
    const StoredBlock& block = output.blocks.at(linear_index(key, node.type.extents));
    kernel::copy_region(static_cast<std::byte*>(block.data.get()), region, piece->data.get(),
                        piece->box, region, size);
  });
}

RELATILE_INLINE void run_unblocks(const tra::Node& node, const Box& iteration,
                                  const SiteData& input, SiteData& output) {
  if (iteration.empty()) return;
  const std::int64_t size = std::int64_t(node.type.block.element.size);
  for_each_key(iteration, node.output.image(iteration).count(), [&](const Key& key) {
    const Box region = node.output.image(unit_box(key));
    if (region.empty()) return;
    const auto& block = input.blocks.at(linear_index(key, node.inputs[0]->type.extents));
    const ArrayPiece* piece = output.piece_holding(region);
    kernel::copy_region(piece->data.get(), piece->box, static_cast<std::byte*>(block.data.get()),
                        region, region, size);
  });
}

RELATILE_INLINE void copy_slab(const tra::Node& node, int axis, const StoredBlock& small,
                               const StoredBlock& large, std::int64_t start, bool into_large) {
  Box region = Box::whole(small.extents);
  region.low[axis] += start;
  region.high[axis] += start;
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

RELATILE_INLINE void run_tile(const tra::Node& node, const Box& iteration, const SiteData& input,
                              SiteData& output) {
  const auto& tile = tra::op_of<tra::Tile>(node);
  for_each_coordinate(iteration, [&](const Key& at) {
    const Key from = node.accesses[0].coordinate(at);
    const auto& large = input.blocks.at(linear_index(from, node.inputs[0]->type.extents));
    copy_slab(node, tile.array_dim, output.blocks.at(linear_index(at, node.type.extents)), large,
              at.back() * tile.size, false);
  });
}

RELATILE_INLINE void run_concat(const tra::Node& node, const Box& iteration, const SiteData& input,
                                SiteData& output) {
  const int axis = tra::op_of<tra::Concat>(node).array_dim;
  std::map<std::int64_t, std::int64_t> filled;  // coordinates come in the order of the key
  for_each_coordinate(iteration, [&](const Key& at) {
    const auto& small = input.blocks.at(linear_index(at, node.inputs[0]->type.extents));
    const std::int64_t slot = linear_index(node.output.coordinate(at), node.type.extents);
    copy_slab(node, axis, small, output.blocks.at(slot), filled[slot], true);
    filled[slot] += small.extents[axis];
  });
}

RELATILE_INLINE void run_key_map(const tra::Node& node, const SiteData& input, SiteData& output) {
  const std::vector<std::int64_t>& behind = node.source();
  for (std::size_t slot = 0; slot < behind.size(); ++slot) {
    const auto found = input.blocks.find(behind[slot]);
    if (found != input.blocks.end()) {
      output.blocks[static_cast<std::int64_t>(slot)] = found->second;
    }
  }
}

}  // namespace relatile::engine
