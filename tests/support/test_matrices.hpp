// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <relatile/core/promotion.hpp>
#include <vector>

#include "support/matrices.hpp"

// Matrices that factorizations and decompositions are tested on. Their elements are numbers of the
// type they are asked for.

namespace relatile::test {

/// What has to be known of an element type.
struct Elements {
  bool are_complex;
  bool are_single;
};
template <class T>
inline constexpr Elements elements_like{is_complex_v<T>, sizeof(real_t<T>) == sizeof(float)};

Matrix rounded(Elements elements, Matrix a);
Matrix random_matrix(Elements elements, std::int64_t rows, std::int64_t columns, unsigned seed);
Matrix graded_matrix(Elements elements, std::int64_t rows, std::int64_t columns, double ratio,
                     unsigned seed);
Matrix positive_matrix(Elements elements, std::int64_t n, unsigned seed);
Matrix noise(Elements elements, std::int64_t rows, std::int64_t columns, unsigned seed);
Matrix orthonormal(Elements elements, std::int64_t rows, std::int64_t columns, unsigned seed);
Matrix of_values(Elements elements, std::int64_t rows, std::int64_t columns,
                 const std::vector<double>& values, unsigned seed);

/// What has been computed of a matrix, as a matrix of these elements.
template <class T>
Matrix rounded(const Matrix& a) {
  return rounded(elements_like<T>, a);
}
/// Uniform from -1 to 1.
template <class T>
Matrix random_matrix(std::int64_t rows, std::int64_t columns, unsigned seed = 1) {
  return random_matrix(elements_like<T>, rows, columns, seed);
}
/// Rows and columns that become smaller by `ratio` in all.
template <class T>
Matrix graded_matrix(std::int64_t rows, std::int64_t columns, double ratio, unsigned seed = 1) {
  return graded_matrix(elements_like<T>, rows, columns, ratio, seed);
}
/// Hermitian, with eigenvalues from about 1 to about n.
template <class T>
Matrix positive_matrix(std::int64_t n, unsigned seed = 1) {
  return positive_matrix(elements_like<T>, n, seed);
}
/// Normally distributed.
template <class T>
Matrix noise(std::int64_t rows, std::int64_t columns, unsigned seed = 1) {
  return noise(elements_like<T>, rows, columns, seed);
}
/// Noise and its adjoint.
template <class T>
Matrix hermitian_noise(std::int64_t n) {
  const Matrix a = noise<T>(n, n);
  return rounded<T>(sum(a, adjoint(a)));
}
/// Orthonormal columns.
template <class T>
Matrix orthonormal(std::int64_t rows, std::int64_t columns, unsigned seed) {
  return orthonormal(elements_like<T>, rows, columns, seed);
}
/// A matrix of these singular values.
template <class T>
Matrix of_values(std::int64_t rows, std::int64_t columns, const std::vector<double>& values,
                 unsigned seed = 1) {
  return of_values(elements_like<T>, rows, columns, values, seed);
}
/// k values from 1 down to `last`, in equal proportions.
std::vector<double> graded(std::int64_t k, double last);

}  // namespace relatile::test
