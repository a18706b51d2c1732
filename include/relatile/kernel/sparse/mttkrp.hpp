// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"

namespace relatile::kernel {

/// A sparse array of several dimensions whose first axis numbers the rows of a matrix, and the
/// others, in row-major order, its columns; and the axis that a product keeps.
struct MttkrpAxes {
  std::vector<std::int64_t> extents;  ///< of all axes
  int mode = 0;
};

/// Operands: counts, columns and values of the matrix, and for each axis but `mode` a dense matrix
/// with a row for each index of the axis. Labels: blocks, the columns of these matrices, and each
/// axis after the first. Result: y(i, r), i along `mode`, the sum over entries of their element
/// times the elements in column r of the rows that their other indices name; of another semiring
/// its reduction of combinations. Of mode 0 the result's rows are set, of others they are added to.
/// Known for the types and semirings that src/sparse/sparse_tensors.cpp lists.
template <class Combine, class Reduce, class T>
PieceKernel mttkrp(MttkrpAxes axes);

/// Operands: counts and columns of the matrix, and for each axis a dense matrix as above. Labels as
/// above. Result: for each entry the sum over columns of the products of the elements in the rows
/// that its indices name, added to what is there. Known for float, double and complex.
template <class T>
PieceKernel factors_at_entries(std::vector<std::int64_t> extents);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/sparse/impl/mttkrp.hpp"
#endif
