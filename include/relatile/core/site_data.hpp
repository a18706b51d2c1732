// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/buffer.hpp"

namespace relatile {

/// A box of an array's elements, dense and row-major. The buffer may be shared with others. Where a
/// placement's boxes lie in one piece, what is between them is undefined.
struct ArrayPiece {
  Box box;
  Buffer data;
};

/// A block of a relation: dense memory of the given extents, or one object of the user's.
struct StoredBlock {
  Extents extents;
  std::shared_ptr<void> data;
};

/// What one site holds of one array or relation.
struct SiteData {
  std::vector<ArrayPiece> pieces;              ///< arrays
  std::map<std::int64_t, StoredBlock> blocks;  ///< relations, by linear key

  /// The piece that holds all of `box`, or nullptr.
  const ArrayPiece* piece_holding(const Box& box) const {
    for (const auto& piece : pieces) {
      if (piece.box.contains(box)) return &piece;
    }
    return nullptr;
  }
};

}  // namespace relatile
