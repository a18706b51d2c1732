// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "support/matrices.hpp"

// What dense linear algebra should find, by Eigen's own algorithms and plain loops: never by
// LAPACK, which the library calls.

namespace relatile::test {

/// Descending.
std::vector<double> singular_values(const Matrix& a);
/// Columns of them, of a matrix of real numbers.
Matrix right_singular_vectors(const Matrix& a);

/// Ascending, of a Hermitian matrix.
std::vector<double> hermitian_eigenvalues(const Matrix& a);
Matrix hermitian_exponential(const Matrix& a);

struct LeastSquares {
  Matrix x;  ///< the shortest one
  std::int64_t rank;
};
/// Of real numbers.
LeastSquares least_squares(const Matrix& a, const Matrix& b);

struct Eliminated {
  Complex determinant;
  Matrix inverse;
};
/// By pivots that are the largest of their columns; the matrix is not singular.
Eliminated eliminated(const Matrix& a);

}  // namespace relatile::test
