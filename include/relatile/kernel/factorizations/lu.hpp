// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/factorizations/matrix_kernel.hpp"

// LU with partial pivoting. A factored matrix of m rows is m + 2 rows: the first two have, of each
// column that was eliminated, which row was exchanged with its own, as two digits, since a float
// has no room for all numbers of rows; below are L, whose diagonal of ones is not stored, and U.

namespace relatile::kernel {

/// Rows of a factored matrix that are before L and U.
inline constexpr std::int64_t rows_of_pivots = 2;

/// The factored matrix. A pivot that is zero stays zero, as NaN stays NaN.
///
///   cost  n^2 (m - n/3) flops for m >= n
template <class T>
MatrixKernel lu_kernel();

/// What the elimination of the columns of a factored matrix, operand 0, makes of columns beside it,
/// operand 1: rows exchanged, the first ones solved for, and L's products with them subtracted from
/// the others.
///
///   errors  Error, naming `function`, for a zero on U's diagonal, whose place in the whole matrix
///           is counted from `first`; none if `function` is empty
template <class T>
MatrixKernel eliminate_kernel(const std::string& function = {}, std::int64_t first = 0);

/// Which row was exchanged with each, counted from the matrix' first, of type int64: of a row of
/// digits as in factored panels of `panel` columns, one after the other.
template <class T>
MatrixKernel pivots_kernel(std::int64_t panel);

/// Of such pivots, operand 0, the number in A of each row of P A: a column of type int64.
RELATILE_INLINE MatrixKernel row_order_kernel();

/// Rows of operand 1, the first of which is number `first`, exchanged as pivots `begin` and later
/// ones of operand 0 say.
template <class T>
MatrixKernel exchange_rows_kernel(std::int64_t first, std::int64_t begin);

/// The diagonal of operand 0, a row.
template <class T>
MatrixKernel diagonal_kernel();

/// Of U's diagonal, operand 0, and pivots, operand 1: a row of the determinant's sign, or phase,
/// the logarithm of its absolute value, and the determinant.
template <class T>
MatrixKernel determinant_kernel();

/// The lower triangle of operand 0 with ones on its diagonal.
template <class T>
MatrixKernel unit_lower_kernel();

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/factorizations/impl/lu.hpp"
#endif
