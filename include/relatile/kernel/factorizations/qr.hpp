// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/factorizations/matrix_kernel.hpp"

// QR by reflections, of which products are kept as Q = I - V T V^H. A factored matrix of m rows, of
// which k = min(m, columns) reflections make R, is m + k rows: R in the upper triangle of the first
// m, V below, whose diagonal of ones is not stored, and T in the first k columns of the others.

namespace relatile::kernel {

/// Into which stretches rows, or columns, are cut.
using BlockCuts = std::shared_ptr<const std::vector<std::int64_t>>;

/// The factored matrix.
///
///   cost  2 n^2 (m - n/3) flops for m >= n
template <class T>
MatrixKernel qr_kernel();

/// The upper triangle of operand 0, and zeros.
template <class T>
MatrixKernel upper_kernel();

/// Q^H C for columns C, operand 1, and a factored matrix, operand 0, of `reflections` reflections.
template <class T>
MatrixKernel reflect_kernel(std::int64_t reflections);

/// Columns of Q diag(I, Q'), where operand 0 is Q's factored matrix, and operand 1, if there is
/// one, Q', which has `reflections` rows less; without it, of Q. `cuts` are those of the columns
/// that are made; without them all are.
template <class T>
MatrixKernel form_q_kernel(std::int64_t reflections, BlockCuts cuts = nullptr);

/// Of every block of rows, which have as many rows as columns at least, the factored matrix, one
/// after the other. `cuts` are those of operand 0's rows.
template <class T>
MatrixKernel qr_of_blocks_kernel(BlockCuts cuts);
/// Of every block of rows its R, one after the other.
template <class T>
MatrixKernel r_of_blocks_kernel(BlockCuts cuts);
/// R of every factored block of operand 0.
template <class T>
MatrixKernel r_of_factored_blocks_kernel(BlockCuts cuts);
/// Of every factored block, operand 0, Q times the block's rows of operand 1, as many as columns.
template <class T>
MatrixKernel q_of_blocks_kernel(BlockCuts cuts);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/factorizations/impl/qr.hpp"
#endif
