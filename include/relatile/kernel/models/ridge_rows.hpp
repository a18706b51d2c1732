// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"

namespace relatile::kernel {

/// Solves a small system for each row: of products (n, f f) and right sides (n, f) the x (n, f)
/// with (products + penalty) x = right side; 0 where that is singular.
PieceKernel ridge_rows(std::int64_t factors, double penalty);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/models/impl/ridge_rows.hpp"
#endif
