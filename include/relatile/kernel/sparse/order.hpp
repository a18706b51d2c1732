// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"

// Entries by their keys, row * 2^32 + column: brought into the order of rows. Tables of cuts are
// shared by all calls.

namespace relatile::kernel {

using SharedCuts = std::shared_ptr<const std::vector<std::int64_t>>;

/// Of the keys of a block how many belong to each part: rows from rows[p] to rows[p + 1].
RELATILE_INLINE LineKernel count_of_parts(SharedCuts rows);
/// Operands: keys, and elements of `size` bytes for them, in blocks between `blocks`. Result: each
/// block's elements, those of the first part in front. Elements of a part stay in order.
RELATILE_INLINE PieceKernel by_part(SharedCuts blocks, SharedCuts rows, std::size_t size);
/// Operands: keys of parts between `parts`, and elements of `size` bytes for them. Result: each
/// part's elements in the order of their keys, equal ones as they were.
RELATILE_INLINE PieceKernel by_key(SharedCuts parts, SharedCuts rows, std::size_t size);
/// Of the sorted keys of a block how many are distinct.
RELATILE_INLINE LineKernel count_distinct();
/// Operand: sorted keys. Result: each of them once.
RELATILE_INLINE PieceKernel distinct_keys();
/// Operands: sorted keys and values. Result: for each distinct key the sum of its values.
template <class T>
PieceKernel sum_of_equal_keys();
/// Operand: sorted keys. Result: how many each row has.
RELATILE_INLINE PieceKernel counts_of_keys();

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/sparse/impl/order.hpp"
#endif
