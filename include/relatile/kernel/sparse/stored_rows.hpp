// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/kernel/sparse/order.hpp"
#include "relatile/kernel/sparse/structure.hpp"

// Matrices of which only the rows that have entries are stored: their numbers, ascending, and
// counts. What rows there are is found in sorted keys, row * 2^32 + column, in time that grows with
// entries and not with rows.

namespace relatile::kernel {

/// Of the sorted keys of a block how many rows they name.
RELATILE_INLINE LineKernel count_of_rows_named();
/// Operand: sorted keys. Result: the number of each row that they name.
RELATILE_INLINE PieceKernel rows_named();
/// Operand: sorted keys. Result: how many each row has that they name.
RELATILE_INLINE PieceKernel counts_of_rows_named();
/// Operands: numbers and counts of stored rows. Result: the counts of all rows.
RELATILE_INLINE PieceKernel counts_of_all_rows();
/// Operands: numbers and counts of stored rows, columns. Result: the key of each entry, or,
/// `transposed`, column * 2^32 + row.
RELATILE_INLINE PieceKernel keys_of_stored_rows(bool transposed);

/// Operands: sorted keys of a and of b, in blocks between these cuts. Result: how many keys each
/// block of a and b has together.
RELATILE_INLINE PieceKernel count_of_keys_together(Together which, SharedCuts a, SharedCuts b);
/// Operands: sorted keys of a and of b. Result: those that they have together.
RELATILE_INLINE PieceKernel keys_together(Together which);
/// Operands: sorted keys of a, its elements, sorted keys of c. Result: for each of the latter the
/// element of a's key, `fill` if it has none.
RELATILE_INLINE PieceKernel take_from_keys(std::string fill);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/sparse/impl/stored_rows.hpp"
#endif
