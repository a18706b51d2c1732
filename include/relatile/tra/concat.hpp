// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/block_operator.hpp"

namespace relatile::tra {

/// Groups blocks by all key dimensions but `key_dim` and lays each group's blocks one after the
/// other along axis `array_dim`, in the order of `key_dim`: the inverse of tile.
///
///   errors  ShapeMismatch if blocks of a group differ in another axis
///   source  [tra21] section 2.1 (7)
RELATILE_INLINE NodePtr make_concat(const NodePtr& x, int key_dim, int array_dim);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/concat.hpp"
#endif
