// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/papers/planning.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/tra/node.hpp"

// The blocks that NumS has arrays in: those that are created, in the automatic grid; results, in
// blocks that follow from those of the operands.

namespace relatile::papers {

using placement::PartitionVector;

/// How many blocks each label of an operator is in: as many as in the operand that is cut most
/// finely along it.
///
///   `operands`  the grid of every operand
///   source      [nums22] sections 3 and 4, Figure 5
RELATILE_INLINE PartitionVector blocks_of(const tra::Node& node,
                                          const std::vector<PartitionVector>& operands,
                                          int num_sites);

/// The grid of an operator's result, its labels being in `blocks`.
RELATILE_INLINE PartitionVector grid_of_result(const tra::Node& node,
                                               const PartitionVector& blocks);

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/nums22/impl/block_grids.hpp"
#endif
