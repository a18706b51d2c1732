// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include "relatile/core/site_data.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::reference {

/// A block of a relation on one process: dense bytes, or an object.
struct Block {
  Extents extents;
  std::vector<std::byte> dense;
  std::shared_ptr<void> object;

  BlockRef ref() const {
    // Kernels take mutable references for their outputs; operands are only read.
    return {object ? object.get() : const_cast<std::byte*>(dense.data()), extents};
  }
};

/// A whole array (row-major) or a whole relation (by linear key) on one process.
struct Value {
  std::vector<std::byte> elements;
  std::map<std::int64_t, Block> blocks;
};

inline Block make_block(const tra::RelationType& type, std::int64_t key) {
  Block block;
  if (type.block.object) {
    block.object = type.block.object->make();
    return block;
  }
  block.extents = type.extents_of(key);
  block.dense.resize(
      static_cast<std::size_t>(volume(block.extents) * std::int64_t(type.block.element.size)));
  return block;
}

/// The value that the sites hold of an evaluated node, put together; all sites must be local.
inline Value from_stored(const tra::Node& node) {
  Value value;
  const auto size = std::size_t(node.type.block.element.size);
  if (node.type.elements) {
    value.elements.resize(static_cast<std::size_t>(volume(node.type.extents)) * size);
  }
  for (const auto& site : node.value->local) {
    for (const auto& piece : site.pieces) {
      const std::byte* from = piece.data.get();
      for_each_coordinate(piece.box, [&](const Extents& at) {
        const auto to = static_cast<std::size_t>(linear_index(at, node.type.extents));
        std::memcpy(value.elements.data() + to * size, from, size);
        from += size;
      });
    }
    for (const auto& [key, stored] : site.blocks) {
      Block block = make_block(node.type, key);
      if (block.object) {
        node.type.block.object->copy(block.object.get(), stored.data.get());
      } else if (!block.dense.empty()) {
        std::memcpy(block.dense.data(), stored.data.get(), block.dense.size());
      }
      value.blocks[key] = std::move(block);
    }
  }
  return value;
}

}  // namespace relatile::reference
