// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/partition_vector.hpp"

namespace relatile::papers::nums22 {

using placement::PartitionVector;

/// The grid of blocks that NumS gives an array nobody said anything about: p^softmax(shape), so
/// that nearly all cuts go to the longest axes and equal axes share them.
///
/// Parts are rounded down and the longest axis takes what is left over, so that the grid has at
/// most p blocks; no axis is cut into more parts than it has elements.
///
///   source  [nums22] section 3; the authors' code rounds the longest axis up, past p
RELATILE_INLINE PartitionVector softmax_grid(const Extents& shape, int num_workers);

}  // namespace relatile::papers::nums22

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/nums22/impl/softmax_grid.hpp"
#endif
