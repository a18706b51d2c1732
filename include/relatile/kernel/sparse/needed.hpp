// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/kernel/sparse/order.hpp"

// Which rows of another operand the entries of a matrix name. Readers are stretches of entries,
// owners stretches of the other's rows.

namespace relatile::kernel {

/// Of the columns of a reader's entries, how many different ones each owner has.
RELATILE_INLINE LineKernel count_of_needed(SharedCuts owners);
/// Operand: columns of readers' entries between `entries`. Result: each reader's different ones, in
/// ascending order, between `needed`.
RELATILE_INLINE PieceKernel needed_columns(SharedCuts entries, SharedCuts needed,
                                           std::int64_t columns);
/// Operands: columns of readers' entries, and the different ones. Result: for each entry the place
/// of its column among the different ones of all readers.
RELATILE_INLINE PieceKernel places_of_needed(SharedCuts entries, SharedCuts needed);
/// Operands: owners' rows of `width` elements of `size` bytes, and which of them to pack. Result:
/// these, one after the other.
RELATILE_INLINE PieceKernel packed_rows(std::size_t size, std::int64_t width);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/sparse/impl/needed.hpp"
#endif
