// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <vector>

#include "relatile/core/block.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/source_line.hpp"
#include "relatile/core/units.hpp"

namespace relatile::tra {

/// The metadata of a relation of blocks: everything a plan needs to know and nothing it moves.
///
/// An *array* is indexed by its elements (`elements`): the planner may cut it anywhere, so a site's
/// share is one large block. A *relation* is indexed by its keys and keeps the user's blocks.
struct RelationType {
  bool elements = false;
  Extents extents;  ///< an array's shape, or a relation's frontier
  BlockType block;
  /// Relations only: the extents of the block under each key, in row-major key order.
  std::vector<Extents> block_extents;
  /// Relations only, and only of objects: the size of each in bytes once serialised.
  std::vector<std::int64_t> object_bytes;
  /// Relations only: false where a key is a hole. Empty if there are no holes.
  std::vector<char> present;

  int rank() const { return extents.rank(); }
  std::int64_t num_keys() const { return elements ? 0 : std::int64_t(block_extents.size()); }

  bool has_key(std::int64_t index) const {
    return present.empty() || present[static_cast<std::size_t>(index)] != 0;
  }
  bool has_holes() const {
    for (char here : present) {
      if (!here) return true;
    }
    return false;
  }
  const Extents& extents_of(std::int64_t key_index) const {
    return block_extents[static_cast<std::size_t>(key_index)];
  }
  Bytes bytes_of_key(std::int64_t key_index) const {
    if (block.object) return {object_bytes[static_cast<std::size_t>(key_index)]};
    return {volume(extents_of(key_index)) * std::int64_t(block.element.size)};
  }
  /// The bytes that a box of elements, or of keys, holds.
  Bytes bytes_in(const Box& box) const {
    if (elements) return {box.count() * std::int64_t(block.element.size)};
    Bytes total;
    for_each_coordinate(box, [&](const Key& key) {
      const std::int64_t index = linear_index(key, extents);
      if (has_key(index)) total += bytes_of_key(index);
    });
    return total;
  }
};

/// The type of an array of the given shape.
inline RelationType array_type(ElementType element, const Extents& shape) {
  RelationType type;
  type.elements = true;
  type.extents = shape;
  type.block.element = element;
  type.block.rank = shape.rank();
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(volume(shape), std::int64_t(element.size), &bytes)) {
    const std::string& line = AskedFrom::text();
    throw LimitExceeded("relatile: an array of shape " + to_string(shape) + " of " +
                        element.name() + " takes more than 2^63 bytes" +
                        (line.empty() ? "" : " [" + line + "]"));
  }
  return type;
}

}  // namespace relatile::tra
