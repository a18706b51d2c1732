// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>
#include <complex>
#include <cstdint>
#include <vector>

// Matrices that results are checked with. They are complex and of double precision whatever the
// elements of the array, and what is done with them is compiled in matrices.cpp: Eigen's
// expressions take so long to compile that no test has them of its own.

namespace relatile::test {

using Complex = std::complex<double>;
using Matrix = Eigen::Matrix<Complex, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Matrix zeros(std::int64_t rows, std::int64_t columns);
Matrix ones(std::int64_t rows, std::int64_t columns);
Matrix identity(std::int64_t rows, std::int64_t columns);

Matrix product(const Matrix& a, const Matrix& b);
Matrix sum(const Matrix& a, const Matrix& b);
Matrix difference(const Matrix& a, const Matrix& b);
Matrix scaled(const Matrix& a, double factor);
Matrix transposed(const Matrix& a);
Matrix adjoint(const Matrix& a);

Matrix column(const Matrix& a, std::int64_t j);
/// a diag(factors), of a matrix of one column.
Matrix with_scaled_columns(const Matrix& a, const Matrix& factors);
/// One row.
Matrix means_of_columns(const Matrix& a);
/// Columns without their means.
Matrix centred(const Matrix& a);
/// The lower or the upper half, and the diagonal; other elements are `others`.
Matrix triangle(const Matrix& a, bool lower, Complex others = 0);

/// The square root of the sum of squares, of any scale; NaN if an element is.
double norm(const Matrix& a);
/// The largest sum of a column; NaN if an element is.
double norm_1(const Matrix& a);
/// The largest element; NaN if one is.
double largest(const Matrix& a);
bool same(const Matrix& a, const Matrix& b);
bool has_nan(const Matrix& a);

}  // namespace relatile::test
