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

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/blocks.hpp"
#endif
