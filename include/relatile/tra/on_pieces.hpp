// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {

using SharedNumbers = std::shared_ptr<const std::vector<std::int64_t>>;

/// What block v of label 0 touches of a dimension: [cuts[v], cuts[v + 1]).
inline AccessDim between_cuts(SharedNumbers cuts) { return {0, 0, 1, 1, std::move(cuts)}; }
/// What block v of label 0 touches of a dimension: [lows[v], ends[v]).
inline AccessDim from_lows_to_ends(SharedNumbers lows, SharedNumbers ends) {
  AccessDim dim = between_cuts(std::move(lows));
  dim.ends = std::move(ends);
  return dim;
}
/// A dimension that a label runs along.
inline AccessDim along_label(int label) { return {label, 0, 1, 1, nullptr}; }
/// A dimension of which every block is given all.
inline AccessDim all_of(std::int64_t extent) { return {-1, 0, 1, extent, nullptr}; }

/// An array and how blocks and the other labels touch it.
struct TouchedArray {
  NodePtr array;
  std::vector<AccessDim> dims;
};

/// The labels of an operator on pieces: blocks, and others.
struct PieceLabels {
  Extents extents;
  std::vector<std::string> names;
  std::vector<int> whole{};  ///< labels of which a site needs everything
};

/// The result of an operator on pieces.
struct MadeOfPieces {
  ElementType element;
  Extents shape;
  std::vector<AccessDim> dims;
};

/// `op.kernel` on what blocks touch of the operands. Labels that the result lacks are aggregated by
/// `op.reduction`; blocks are the first label, `op.work` has one number more than there are blocks.
RELATILE_INLINE NodePtr make_on_pieces(const PieceLabels& labels,
                                       const std::vector<TouchedArray>& operands,
                                       const MadeOfPieces& made, OnPieces op);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/on_pieces.hpp"
#endif
