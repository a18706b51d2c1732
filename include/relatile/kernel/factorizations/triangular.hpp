// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/factorizations/matrix_kernel.hpp"

namespace relatile::kernel {

/// op(A) of a triangular system: A, its transpose, or the conjugate of that.
enum class Applied : std::uint8_t { plain, transposed, adjoint };

/// A triangular system, and whose it is.
struct TriangularSystem {
  std::string function;     ///< that reports a singular matrix
  bool lower = true;        ///< the half of A that is read
  bool unit = false;        ///< A's diagonal counts as ones and is not read
  bool from_right = false;  ///< X op(A) = B, and not op(A) X = B
  Applied applied = Applied::plain;
  std::int64_t first = 0;  ///< the place of A's first diagonal element in the whole matrix
};

/// X of op(A) X = B, or of X op(A) = B, where operand 0 is A and 1 is B; X may be some of the
/// columns, or rows, of the whole one.
///
///   errors  Error, naming the function and the place, for a diagonal element that is zero
///   cost    n^2 flops for every column, or row, of X; complex ones are four
template <class T>
MatrixKernel solve_triangular_kernel(const TriangularSystem& system);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/factorizations/impl/triangular.hpp"
#endif
