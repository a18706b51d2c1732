// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::tra {

/// Cuts array `x` into blocks of `tile` elements per axis; edge blocks are smaller. Key dimension
/// d of the relation tiles axis d.
RELATILE_INLINE NodePtr make_blocks(const NodePtr& x, const Extents& tile);

/// Puts a relation whose key dimension d tiles axis d of its blocks together as one array.
/// Blocks under the same key of a dimension must have the same extent there. Without any block the
/// array is empty in every axis.
RELATILE_INLINE NodePtr make_unblocks(const NodePtr& relation);

/// The vector `x` cut at `cuts`, the first of which is 0 and the last one its extent: a relation
/// with one block between every two of them.
RELATILE_INLINE NodePtr make_blocks_between(const NodePtr& x, std::vector<std::int64_t> cuts);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/blocks.hpp"
#endif
