// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/kernel/sparse/rows.hpp"

// Where sparse matrices in compressed rows have entries, and elements that are put there or taken
// from there. Elements are so many bytes each, whatever they are.

namespace relatile::kernel {

/// Operand: truth values. Result: the columns of those that are true.
RELATILE_INLINE PieceKernel columns_of_true();
/// Operands: counts and columns of s, whose blocks of rows begin at `cuts`, a dense matrix, and the
/// numbers of rows if not all are stored. Result: its element at each entry of s.
RELATILE_INLINE PieceKernel take_entries(std::size_t size,
                                         std::shared_ptr<const std::vector<std::int64_t>> cuts);
/// Operands: counts, columns and values of s. Result: the dense matrix, `fill` where s has nothing.
RELATILE_INLINE PieceKernel put_entries(std::string fill);
/// Operands: counts and columns of s. Result: row * 2^32 + column of each entry, or, `transposed`,
/// column * 2^32 + row.
RELATILE_INLINE PieceKernel keys_of_entries(bool transposed);
/// Of the columns of a block the least and one more than the greatest; 0 and 0 of none.
RELATILE_INLINE LineKernel range_of_columns();
/// Operand: a vector. Result: the same.
RELATILE_INLINE PieceKernel copy_entries(std::size_t size);

/// Which entries two matrices have together.
enum class Together { either, both };
/// Operands: counts and columns of a, of b. Result: how many entries each row has.
RELATILE_INLINE PieceKernel count_together(Together which);
/// The same operands. Result: their columns.
RELATILE_INLINE PieceKernel columns_together(Together which);
/// Operands: counts, columns and values of a, counts and columns of c. Result: for each entry of c
/// what a has there, `fill` if that is nothing.
RELATILE_INLINE PieceKernel take_from(std::string fill);

/// Operands: counts and columns of a, counts of the rows of b that a's columns name, and the
/// numbers of b's if not all are stored. Result, int64: how many pairs of entries their product
/// multiplies in each block of a's stored rows, which begin at `rows`.
RELATILE_INLINE PieceKernel pairs_of_product(std::shared_ptr<const std::vector<std::int64_t>> rows);
/// Operands: counts and columns of a, and of the rows of b that a's columns name. Result: how many
/// entries each row of their product has. `columns` is how many b has. With `outside_of_mask` there
/// are counts and columns of a mask, too, and what it has is not counted. Numbers follow as
/// `stored` says, of which c is the mask.
RELATILE_INLINE PieceKernel count_of_product(std::int64_t columns, const StoredRowsOf& stored,
                                             bool outside_of_mask);
/// The same operands. Result: the columns of their product.
RELATILE_INLINE PieceKernel columns_of_product(std::int64_t columns, const StoredRowsOf& stored,
                                               bool outside_of_mask);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/sparse/impl/structure.hpp"
#endif
