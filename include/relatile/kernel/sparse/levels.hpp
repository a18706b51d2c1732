// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/kernel/sparse/products.hpp"

namespace relatile::kernel {

/// A level of breadth-first search, back along edges. Operands: counts and columns of the edges
/// that lead to vertices, anything for their elements, whether each vertex was reached, and the
/// levels, below 0 of those that were not. Result: the levels, `number` where one of these has an
/// edge from a vertex that was reached; edges after the first such are not looked at.
RELATILE_INLINE PieceKernel next_level(ProductLabels labels, std::int32_t number);
/// All levels from `number` on, along edges, by a queue. Operands, whole: counts and columns of the
/// edges that leave vertices, and the levels so far, below 0 of what was not reached. Result: the
/// levels.
RELATILE_INLINE PieceKernel last_levels(std::int32_t number);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/sparse/impl/levels.hpp"
#endif
