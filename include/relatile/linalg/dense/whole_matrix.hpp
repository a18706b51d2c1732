// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/element_type.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/kernel/factorizations/matrix_kernel.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/on_pieces.hpp"

namespace relatile::detail {

/// Which axis of a matrix is cut into blocks; sites have all of the other one.
enum class MatrixCut : std::uint8_t { none, rows, columns };

/// How a matrix is cut into blocks: block b has the rows, or columns, [cuts[b], cuts[b + 1]).
/// Without cuts a site has all of it.
struct MatrixBlocks {
  MatrixCut axis = MatrixCut::none;
  tra::SharedNumbers cuts{};
};

/// `count` blocks of about equally many of `extent` rows or columns, the first one of which has the
/// number `first`.
RELATILE_INLINE MatrixBlocks even_matrix_blocks(MatrixCut axis, std::int64_t extent,
                                                std::int64_t count, std::int64_t first = 0);
/// Blocks that sites share: as many as a number with many divisors.
RELATILE_INLINE MatrixBlocks shared_matrix_blocks(MatrixCut axis, std::int64_t extent);

/// A matrix that a kernel reads: an array's last two axes, or a part of them from `row` and
/// `column` on. Axes before the last two count matrices, and broadcast beside those of others.
struct MatrixOperand {
  tra::NodePtr array;
  MatrixBlocks blocks{};
  std::int64_t row = 0;
  std::int64_t column = 0;
  std::int64_t rows = -1;  ///< all from `row` on, if negative
  std::int64_t columns = -1;
};

/// The axes before the last two that matrices of arrays have together: NumPy's broadcasting.
RELATILE_INLINE Extents batch_of_matrices(const std::string& function,
                                          const std::vector<tra::NodePtr>& arrays);

/// The matrix that a kernel makes, one for each of the operands' matrices.
struct MatrixResult {
  ElementType element;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  MatrixBlocks blocks{};
  /// Adds up what the kernel makes of operands' blocks, each time on top of what is there.
  std::shared_ptr<const Reduction> sum{};
};

/// `kernel` on every matrix of arrays whose axes before the last two broadcast. Without blocks
/// each matrix is whole on the site that works on it, so one matrix is the work of one site, and
/// the planner gives sites their share of many. With blocks, of which each operand that has some,
/// and the result, has equally many, sites have some of them and all of the other operands; then
/// there are no axes before the last two. A result without blocks is made by one site of all
/// blocks, or is a sum.
///
///   flops  those of a matrix
RELATILE_INLINE tra::NodePtr make_of_matrices(const std::vector<MatrixOperand>& operands,
                                              const MatrixResult& result,
                                              kernel::MatrixKernel kernel, double flops);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/dense/impl/whole_matrix.hpp"
#endif
