// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstring>
#include <vector>

#include "relatile/reference/value.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::reference {

/// join, aggregate, transform: the kernel on every combination of blocks, in key order.
inline Value block_operator(const tra::Node& node, const std::vector<const Value*>& inputs) {
  Value value;
  for_each_coordinate(Box::whole(node.labels), [&](const Key& at) {
    std::vector<BlockRef> operands;
    for (std::size_t x = 0; x < inputs.size(); ++x) {
      const Key key = node.accesses[x].coordinate(at);
      const auto found = inputs[x]->blocks.find(linear_index(key, node.inputs[x]->type.extents));
      if (found == inputs[x]->blocks.end()) return;
      operands.push_back(found->second.ref());
    }
    const auto slot = linear_index(node.output.coordinate(at), node.type.extents);
    const bool first = !value.blocks.contains(slot);
    if (first) value.blocks[slot] = make_block(node.type, slot);
    const Block& made = value.blocks[slot];
    if (node.block_kernel()) {
      node.block_kernel()->run(operands, made.ref(), !first);
    } else if (!first) {
      node.combine()->run(made.ref(), operands[0]);
    } else if (made.object) {
      node.type.block.object->copy(made.object.get(), operands[0].data);
    } else if (!made.dense.empty()) {
      std::memcpy(made.ref().data, operands[0].data, made.dense.size());
    }
  });
  return value;
}

/// rekey, filter: the same blocks under other keys.
inline Value key_map(const tra::Node& node, const Value& input) {
  Value value;
  const std::vector<std::int64_t>& behind = node.source();
  for (std::size_t slot = 0; slot < behind.size(); ++slot) {
    const auto found = input.blocks.find(behind[slot]);
    if (found != input.blocks.end()) {
      value.blocks[static_cast<std::int64_t>(slot)] = found->second;
    }
  }
  return value;
}

/// Copies one element at a time between a part that starts at `start` and the whole around it.
inline void copy_part(std::byte* part, const Extents& part_extents, std::byte* whole,
                      const Extents& whole_extents, const Extents& start, std::size_t size,
                      bool into_whole) {
  for_each_coordinate(Box::whole(part_extents), [&](const Extents& at) {
    Extents there = at;
    for (int d = 0; d < at.rank(); ++d) there[d] += start[d];
    std::byte* small = part + static_cast<std::size_t>(linear_index(at, part_extents)) * size;
    std::byte* large = whole + static_cast<std::size_t>(linear_index(there, whole_extents)) * size;
    std::memcpy(into_whole ? large : small, into_whole ? small : large, size);
  });
}

/// tile: block (k..., t) is the t-th slab of block k. concat: slabs of a group, one after another.
inline Value tile(const tra::Node& node, Value input) {
  Value value;
  const auto& tile = tra::op_of<tra::Tile>(node);
  const auto size = std::size_t(node.type.block.element.size);
  for_each_coordinate(Box::whole(node.labels), [&](const Key& at) {
    const auto from = linear_index(node.accesses[0].coordinate(at), node.inputs[0]->type.extents);
    const auto found = input.blocks.find(from);
    if (found == input.blocks.end()) return;
    Block& large = found->second;
    const auto slot = linear_index(at, node.type.extents);
    Block small = make_block(node.type, slot);
    Extents start = Extents::filled(large.extents.rank(), 0);
    start[tile.array_dim] = at.back() * tile.size;
    copy_part(small.dense.data(), small.extents, large.dense.data(), large.extents, start, size,
              false);
    value.blocks[slot] = std::move(small);
  });
  return value;
}

inline Value concat(const tra::Node& node, Value input) {
  Value value;
  const int axis = tra::op_of<tra::Concat>(node).array_dim;
  const auto size = std::size_t(node.type.block.element.size);
  std::map<std::int64_t, std::int64_t> filled;
  for_each_coordinate(Box::whole(node.labels), [&](const Key& at) {
    Block& small = input.blocks.at(linear_index(at, node.inputs[0]->type.extents));
    const auto slot = linear_index(node.output.coordinate(at), node.type.extents);
    if (!value.blocks.contains(slot)) value.blocks[slot] = make_block(node.type, slot);
    Block& large = value.blocks[slot];
    Extents start = Extents::filled(large.extents.rank(), 0);
    start[axis] = filled[slot];
    filled[slot] += small.extents[axis];
    copy_part(small.dense.data(), small.extents, large.dense.data(), large.extents, start, size,
              true);
  });
  return value;
}

/// blocks cuts an array into a relation; unblocks puts one together.
inline Value blocks(const tra::Node& node, Value input) {
  Value value;
  const auto size = std::size_t(node.type.block.element.size);
  for_each_coordinate(Box::whole(node.labels), [&](const Key& key) {
    const auto slot = linear_index(key, node.type.extents);
    Block block = make_block(node.type, slot);
    copy_part(block.dense.data(), block.extents, input.elements.data(),
              node.inputs[0]->type.extents, node.accesses[0].image(unit_box(key)).low, size, false);
    value.blocks[slot] = std::move(block);
  });
  return value;
}

inline Value unblocks(const tra::Node& node, Value input) {
  Value value;
  const auto size = std::size_t(node.type.block.element.size);
  value.elements.resize(static_cast<std::size_t>(volume(node.type.extents)) * size);
  for_each_coordinate(Box::whole(node.labels), [&](const Key& key) {
    Block& block = input.blocks.at(linear_index(key, node.inputs[0]->type.extents));
    copy_part(block.dense.data(), block.extents, value.elements.data(), node.type.extents,
              node.output.image(unit_box(key)).low, size, true);
  });
  return value;
}

}  // namespace relatile::reference
