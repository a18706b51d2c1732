// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/block_operator.hpp"

namespace relatile::tra {

/// Cuts every block along axis `array_dim` into tiles of `size`; a new last key dimension counts
/// them. Where blocks differ in extent, a smaller block has empty tiles at its end, so that the
/// result has no holes.
///
///   source  [tra21] section 2.1 (6)
RELATILE_INLINE NodePtr make_tile(const NodePtr& x, int array_dim, std::int64_t size);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/tile.hpp"
#endif
