// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/kernel/factorizations/matrix_kernel.hpp"
#include "relatile/kernel/factorizations/qr.hpp"

// Kernels of the two-sided reduction of a Hermitian matrix in two stages: to a band, and from there
// to three diagonals by chasing bulges [Bischof, Lang and Sun, A framework for symmetric band
// reduction, ACM TOMS 26, 2000]. W is double or complex<double>.
//
// A band of width b is (n, 2b): beside each other, for every b rows, the block on the diagonal, of
// which the lower half is read, and the upper triangular one below it.
//
// A chase is (n + 2, n): right of the diagonal in row s the reflections of sweep s, which are of b
// rows each from row s + 1 on: tau in place of the vector's first element, which is one, and its
// others; and in the last two rows the diagonal that is left and what is beside it, real numbers.

namespace relatile::kernel {

// What is left below and right of a panel is H^H A H, where H = I - V T V^H are the panel's
// reflections: A less X V^H and V X^H, X = W - V (V T)^H W / 2, W = A V T.

/// V T, or V T^H, beside V of a matrix that qr_kernel factored, operand 0, with so many
/// reflections.
template <class W>
MatrixKernel explicit_reflections_kernel(std::int64_t reflections, bool adjoint);

/// W for rows of A, operand 0, and V T, operand 1.
template <class W>
MatrixKernel from_right_kernel();

/// X, V and X again beside each other, of W, operand 0, and V T beside V, operand 1.
template <class W>
MatrixKernel both_sides_kernel();

/// Rows of A, operand 0, less their part of X V^H and V X^H, of operand 1, which has X, V and X
/// beside each other. `cuts` are those of the rows.
template <class W>
MatrixKernel reduce_kernel(BlockCuts cuts);

/// The chase of a band of width `width`; without `vectors` its last two rows.
///
///   errors  Error, naming `function`, for NaN or infinities
///   cost    4 n^2 b flops
template <class W>
MatrixKernel chase_kernel(const std::string& function, std::int64_t width, bool vectors);

/// Of a chase, operand 0, the eigenvalues of its three diagonals times 2^e, operand 1, ascending,
/// in a row; with `vectors` on top of the matrix whose columns are the vectors.
///
///   errors  Error, naming `function`, where there is no convergence
template <class W>
MatrixKernel tridiagonal_kernel(const std::string& function, bool vectors);

/// Below the first row of columns, operand 1, the product of them and of all reflections of the
/// sweeps from `sweeps.low` on, of which operand 0 is the chase's rows.
///
///   cost  6 flops for each element of operand 0 and column
template <class W>
MatrixKernel chase_back_kernel(const Range& sweeps, std::int64_t width);

/// Below the first row of columns, the last operand, the product of them and of the reflections
/// that are the others: factored matrices, of which each begins at a row of `first_rows`. The last
/// one comes first.
template <class W>
MatrixKernel reflect_back_kernel(std::vector<std::int64_t> first_rows);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/spectral/impl/tridiagonal.hpp"
#endif
