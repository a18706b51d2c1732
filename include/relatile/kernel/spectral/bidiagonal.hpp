// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/factorizations/matrix_kernel.hpp"
#include "relatile/kernel/factorizations/qr.hpp"

// Kernels of the reduction of a square matrix in two stages: to a band of its own diagonal and
// those above, and from there to two diagonals by chasing bulges [Großer and Lang, Efficient
// parallel reduction to bidiagonal form, Parallel Computing 25, 1999]. W is double or
// complex<double>.
//
// A panel of columns is reflected from the left by I - V T V^H, of which C are the columns right of
// it; then the panel of its rows in what becomes of C, adjoint, by I - V' T' V'^H. Below these rows
// is left C less V T^H G and U V'^H, where Y = V^H C, U = C V' T' and G = Y - Y V' T' V'^H.
//
// A band of width b is (n, 2b): beside each other, for every b rows, the block on the diagonal,
// upper triangular, and the adjoint of the lower triangular one right of it. A chase is (2n + 2,
// n): the reflections from the left and those from the right, as kernel/spectral/tridiagonal.hpp
// has them, the diagonal and what is above it.

namespace relatile::kernel {

/// Y: adds, for rows of C, operand 0, the adjoint of V's, operand 1, times them.
template <class W>
MatrixKernel from_left_kernel();

/// The panel of rows, adjoint and factored as qr_kernel does: of the panel's rows of C, operand 0,
/// V T^H beside V, operand 1, and Y, operand 2.
template <class W>
MatrixKernel row_panel_kernel();

/// G above V'^H, of Y, operand 0, and V' T' beside V', operand 1.
template <class W>
MatrixKernel below_panels_kernel();

/// Rows of C, operand 0, and of U, operand 1, below those of the panel, with G above V'^H, operand
/// 2, and V T^H beside V, operand 3, which has the panel's rows as well: what is left. `cuts` are
/// those of the rows.
template <class W>
MatrixKernel reduce_columns_kernel(BlockCuts cuts);

/// The chase of a band of width `width`; without `vectors` its last two rows.
///
///   errors  Error, naming `function`, for NaN or infinities
///   cost    8 n^2 b flops
template <class W>
MatrixKernel chase_upper_kernel(const std::string& function, std::int64_t width, bool vectors);

/// Of a chase, operand 0, the singular values of its two diagonals times 2^e, operand 1,
/// descending, in a row; with `vectors` on top of U and V.
///
///   errors  Error, naming `function`, where there is no convergence
template <class W>
MatrixKernel bidiagonal_kernel(const std::string& function, bool vectors);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/spectral/impl/bidiagonal.hpp"
#endif
