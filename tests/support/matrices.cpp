// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/matrices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace relatile::test {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// The matrix of element(i, j).
template <class Element>
Matrix made(std::int64_t rows, std::int64_t columns, const Element& element) {
  Matrix m(rows, columns);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) m(i, j) = element(i, j);
  }
  return m;
}

}  // namespace

Matrix zeros(std::int64_t rows, std::int64_t columns) { return Matrix::Zero(rows, columns); }
Matrix ones(std::int64_t rows, std::int64_t columns) { return Matrix::Ones(rows, columns); }
Matrix identity(std::int64_t rows, std::int64_t columns) { return Matrix::Identity(rows, columns); }

Matrix product(const Matrix& a, const Matrix& b) { return a * b; }
Matrix sum(const Matrix& a, const Matrix& b) { return a + b; }
Matrix difference(const Matrix& a, const Matrix& b) { return a - b; }
Matrix scaled(const Matrix& a, double factor) { return a * factor; }
Matrix transposed(const Matrix& a) { return a.transpose(); }
Matrix adjoint(const Matrix& a) { return a.adjoint(); }

Matrix column(const Matrix& a, std::int64_t j) { return a.col(j); }
Matrix with_scaled_columns(const Matrix& a, const Matrix& factors) {
  return made(a.rows(), a.cols(), [&](auto i, auto j) { return a(i, j) * factors(j, 0); });
}
Matrix means_of_columns(const Matrix& a) {
  return scaled(product(ones(1, a.rows()), a), 1 / double(a.rows()));
}
Matrix centred(const Matrix& a) {
  return difference(a, product(ones(a.rows(), 1), means_of_columns(a)));
}
Matrix triangle(const Matrix& a, bool lower, Complex others) {
  return made(a.rows(), a.cols(),
              [&](auto i, auto j) { return i == j || (j < i) == lower ? a(i, j) : others; });
}

double norm(const Matrix& a) {
  const double size = largest(a);
  if (size == 0 || !std::isfinite(size)) return size;
  double squares = 0;
  for (const Complex& x : a.reshaped()) squares += std::norm(x / size);
  return size * std::sqrt(squares);
}
double norm_1(const Matrix& a) {
  double most = 0;
  for (Eigen::Index j = 0; j < a.cols(); ++j) {
    double of_column = 0;
    for (Eigen::Index i = 0; i < a.rows(); ++i) of_column += std::abs(a(i, j));
    if (std::isnan(of_column)) return of_column;
    most = std::max(most, of_column);
  }
  return most;
}
double largest(const Matrix& a) {
  if (has_nan(a)) return not_a_number;
  double most = 0;
  for (const Complex& x : a.reshaped()) most = std::max(most, std::abs(x));
  return most;
}
bool same(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}
bool has_nan(const Matrix& a) {
  for (const Complex& x : a.reshaped()) {
    if (std::isnan(x.real()) || std::isnan(x.imag())) return true;
  }
  return false;
}

}  // namespace relatile::test
