// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <vector>

#include "relatile/core/block.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
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
  /// Relations of objects that are still to be made: `object_bytes` is what their kernels said, or
  /// what they made of blocks that are benign; the objects themselves may be of any size.
  bool estimated = false;
  /// Relations only: false where a key is a hole. Empty if there are no holes.
  std::vector<char> present;

  int rank() const { return extents.rank(); }
  std::int64_t num_keys() const { return elements ? 0 : std::int64_t(block_extents.size()); }

  bool has_key(std::int64_t index) const { return present.empty() || nth(present, index) != 0; }
  bool has_holes() const;
  const Extents& extents_of(std::int64_t key_index) const { return nth(block_extents, key_index); }
  Bytes bytes_of_key(std::int64_t key_index) const;
  /// The bytes that a box of elements, or of keys, holds.
  Bytes bytes_in(const Box& box) const;
};

/// The type of an array of the given shape.
RELATILE_INLINE RelationType array_type(ElementType element, const Extents& shape);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/relation_type.hpp"
#endif
