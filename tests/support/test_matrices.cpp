// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/test_matrices.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace relatile::test {

namespace {

Complex rounded_number(Elements elements, Complex x) {
  if (!elements.are_complex) x = x.real();
  return elements.are_single ? Complex(std::complex<float>(x)) : x;
}
/// Real parts before imaginary ones, row by row.
template <class Distribution>
Matrix drawn(Elements elements, std::int64_t rows, std::int64_t columns, unsigned seed,
             Distribution number) {
  std::mt19937_64 generator(seed);
  Matrix m(rows, columns);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      const double real = number(generator);
      const double imaginary = elements.are_complex ? number(generator) : 0.0;
      m(i, j) = rounded_number(elements, Complex(real, imaginary));
    }
  }
  return m;
}
/// What is left of column j without its parts along the columns before.
void subtract_parts(Matrix& q, std::int64_t j) {
  for (std::int64_t k = 0; k < j; ++k) {
    const Complex part = q.col(k).dot(q.col(j));
    q.col(j) -= part * q.col(k);
  }
}

}  // namespace

Matrix rounded(Elements elements, Matrix a) {
  for (Complex& x : a.reshaped()) x = rounded_number(elements, x);
  return a;
}
Matrix random_matrix(Elements elements, std::int64_t rows, std::int64_t columns, unsigned seed) {
  return drawn(elements, rows, columns, seed, std::uniform_real_distribution<double>(-1, 1));
}
Matrix graded_matrix(Elements elements, std::int64_t rows, std::int64_t columns, double ratio,
                     unsigned seed) {
  Matrix m = random_matrix(elements, rows, columns, seed);
  const double steps = double(std::max<std::int64_t>(rows + columns - 2, 1));
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) m(i, j) *= std::pow(ratio, double(i + j) / steps);
  }
  return rounded(elements, m);
}
Matrix positive_matrix(Elements elements, std::int64_t n, unsigned seed) {
  const Matrix m = random_matrix(elements, n, n, seed);
  Matrix a = product(m, adjoint(m));
  for (std::int64_t i = 0; i < n; ++i) a(i, i) = a(i, i).real() + 1;
  return rounded(elements, a);
}
Matrix noise(Elements elements, std::int64_t rows, std::int64_t columns, unsigned seed) {
  // Column by column.
  return transposed(drawn(elements, columns, rows, seed, std::normal_distribution<double>()));
}
Matrix orthonormal(Elements elements, std::int64_t rows, std::int64_t columns, unsigned seed) {
  Matrix q = noise({elements.are_complex, false}, rows, columns, seed);
  for (std::int64_t j = 0; j < columns; ++j) {
    for (int twice = 0; twice < 2; ++twice) {  // once leaves more than rounding
      subtract_parts(q, j);
      q.col(j) /= q.col(j).norm();
    }
  }
  return q;
}
Matrix of_values(Elements elements, std::int64_t rows, std::int64_t columns,
                 const std::vector<double>& values, unsigned seed) {
  const auto k = static_cast<std::int64_t>(values.size());
  Matrix factors(k, 1);
  for (std::int64_t j = 0; j < k; ++j) factors(j, 0) = values[std::size_t(j)];
  const Matrix u = orthonormal(elements, rows, k, seed);
  const Matrix v = orthonormal(elements, columns, k, seed + 1);
  return rounded(elements, product(with_scaled_columns(u, factors), adjoint(v)));
}
std::vector<double> graded(std::int64_t k, double last) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < k; ++i) {
    values.push_back(k == 1 ? 1 : std::pow(last, double(i) / double(k - 1)));
  }
  return values;
}

}  // namespace relatile::test
