// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/factorizations/matrix_kernel.hpp"

// LU with partial pivoting, panel by panel. A factored panel of m rows and b columns is m + 2 rows:
// the first two have the pivots, of each column the row that was exchanged with it, as two digits,
// since a float has no room for all of a row's number; below are L, whose diagonal of ones is not
// stored, and U.

namespace relatile::kernel {

/// Rows before a factored panel that have its pivots.
inline constexpr std::int64_t rows_of_pivots = 2;

/// The factored panel of a matrix. A pivot that is zero stays.
///
///   cost  about m b^2 flops
template <class T>
MatrixKernel lu_panel_kernel();

/// What a factored panel, operand 0, makes of other columns of the matrix, operand 1: rows
/// exchanged, the first b rows solved for, and the products of these with L subtracted from the
/// others.
///
///   cost  2 m b flops for each column
template <class T>
MatrixKernel lu_update_kernel();

/// Rows of operand 1 exchanged as the pivots in operand 0, of one panel after the other, say. Of
/// the panels' widths `panel` is each one's but the last one's; rows that the first of them
/// exchanges begin at operand 1's first.
template <class T>
MatrixKernel exchange_rows_kernel(std::int64_t panel);

/// Of the pivots of all panels, as those of exchange_rows_kernel, two rows each: row 0 of the
/// result has of each column the row that was exchanged with it, counted from the matrix' first,
/// and row 1 the place that each row of P A has in A, of `rows` rows.
template <class T>
MatrixKernel row_order_kernel(std::int64_t panel, std::int64_t rows);

/// The determinant of LU's U and its pivots: operand 0 is the diagonal as a row, 1 the pivots.
/// The result is a row: the sign, or phase, and the logarithm of the absolute value, and the
/// product.
template <class T>
MatrixKernel determinant_kernel(std::int64_t panel);

/// LU of a whole matrix, n x n: see lu_panel_kernel. For solve: operand 1 is B, and the result X.
///
///   errors  Error, naming `function` and the pivot, for one that is zero
template <class T>
MatrixKernel solve_kernel(const std::string& function);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/factorizations/impl/lu.hpp"
#endif
