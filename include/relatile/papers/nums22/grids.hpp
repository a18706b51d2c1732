// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/papers/nums22/block_grids.hpp"
#include "relatile/papers/planning.hpp"

namespace relatile::papers {

/// The grid of every node's value as NumS has it. What is neither created nor computed, such as
/// blocks under other keys, counts as created.
RELATILE_INLINE std::vector<PartitionVector> nums_grids(const Problem& problem);

/// Inputs in NumS's automatic grid, results in the blocks that follow from it.
///
///   source  [nums22] section 4
RELATILE_INLINE Assignment plan_nums_grid(const Problem& problem);

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/nums22/impl/grids.hpp"
#endif
