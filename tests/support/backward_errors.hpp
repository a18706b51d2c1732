// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <relatile/linalg.hpp>
#include <string>
#include <vector>

// Matrices that factorizations are tested on, and how well they do: by the ratios of LAPACK's test
// programs, a residual over norm, n and the machine's precision, which are to be below 30.

namespace relatile::test {

template <class T>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class T>
inline constexpr bool is_complex_number = !std::is_floating_point_v<T>;

template <class T>
T random_number(std::mt19937_64& generator) {
  std::uniform_real_distribution<double> number(-1, 1);
  if constexpr (is_complex_number<T>) {
    const double real = number(generator);
    return T(real_t<T>(real), real_t<T>(number(generator)));
  } else {
    return T(number(generator));
  }
}

template <class T>
Rows<T> random_matrix(std::int64_t rows, std::int64_t columns, unsigned seed = 1) {
  std::mt19937_64 generator(seed);
  Rows<T> m(rows, columns);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) m(i, j) = random_number<T>(generator);
  }
  return m;
}
/// Rows and columns that become smaller by `ratio` in all.
template <class T>
Rows<T> graded_matrix(std::int64_t rows, std::int64_t columns, double ratio, unsigned seed = 1) {
  Rows<T> m = random_matrix<T>(rows, columns, seed);
  const double steps = double(std::max<std::int64_t>(rows + columns - 2, 1));
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      m(i, j) *= real_t<T>(std::pow(ratio, double(i + j) / steps));
    }
  }
  return m;
}
/// Hermitian, with eigenvalues from about 1 to about n.
template <class T>
Rows<T> positive_matrix(std::int64_t n, unsigned seed = 1) {
  const Rows<T> m = random_matrix<T>(n, n, seed);
  Rows<T> a = m * m.adjoint();
  for (std::int64_t i = 0; i < n; ++i) a(i, i) = std::real(a(i, i)) + real_t<T>(1);
  return a;
}

template <class T>
Array<T, 2> array_of(const Rows<T>& m) {
  return from_span(std::vector<T>(m.data(), m.data() + m.size()), {m.rows(), m.cols()});
}
template <class E>
auto matrix_of(const E& x) {
  using T = element_of<E>;
  const auto elements = to_vector(x);
  const Extents shape = shape_of(x);
  Rows<T> m(shape[0], shape.rank() > 1 ? shape[1] : 1);
  std::copy(elements.begin(), elements.end(), m.data());
  return m;
}

template <class M>
double norm_1(const M& m) {
  return m.size() == 0 ? 0.0 : double(m.cwiseAbs().colwise().sum().maxCoeff());
}
/// A residual over norm, n and precision.
template <class M>
double ratio_of(const M& residual, double norm, std::int64_t n) {
  using R = typename Eigen::NumTraits<typename M::Scalar>::Real;
  const double scale =
      norm * double(std::max<std::int64_t>(n, 1)) * double(std::numeric_limits<R>::epsilon());
  const double size = norm_1(residual);
  return size == 0 ? 0 : size / scale;
}

}  // namespace relatile::test
