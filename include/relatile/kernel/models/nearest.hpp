// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"

// Rows and the nearest of some centres.

namespace relatile::kernel {

/// Of rows x (n, d), centres (k, d) and, if they are given, weights of rows (n): for each centre
/// the sum of how far the rows that are nearest to it are from it, and their number (k, d + 1), or
/// the sum of their weights, then the sum of their squared distances. Of equal distances the first
/// counts. Rows are compared about the mean of the centres, so that rows far from 0 keep their
/// digits.
PieceKernel sums_of_nearest(std::int64_t columns, std::int64_t count);
/// Which centre is the nearest one of each row.
PieceKernel nearest_centres(std::int64_t columns, std::int64_t count);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/models/impl/nearest.hpp"
#endif
