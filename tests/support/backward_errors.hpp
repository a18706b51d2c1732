// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <relatile/core/promotion.hpp>

#include "support/matrices.hpp"

// How well factorizations and decompositions do: by the ratios of LAPACK's test programs, a
// residual over norm, size and the precision of the elements, which are to be below 30.

namespace relatile::test {

inline constexpr double allowed = 30;

inline double ratio_of(double size, double norm, std::int64_t n, double epsilon) {
  if (size == 0) return 0;
  return size / (norm * double(std::max<std::int64_t>(n, 1)) * epsilon);
}
inline double from_orthonormal(const Matrix& q, double epsilon) {
  const Matrix gram = product(adjoint(q), q);
  const Matrix residual = difference(gram, identity(gram.rows(), gram.cols()));
  return ratio_of(norm(residual), 1, q.rows(), epsilon);
}
inline double between(const Matrix& a, const Matrix& b, double norm, double epsilon) {
  return ratio_of(largest(difference(a, b)), norm, a.size(), epsilon);
}

template <class T>
inline constexpr double epsilon_of = double(std::numeric_limits<real_t<T>>::epsilon());

/// |residual|_1 / (norm n epsilon).
template <class T>
double ratio_of(const Matrix& residual, double norm, std::int64_t n) {
  return ratio_of(norm_1(residual), norm, n, epsilon_of<T>);
}
/// |residual| / (norm n epsilon), of the root of the sum of squares.
template <class T>
double in_units(const Matrix& residual, double norm, std::int64_t n) {
  return ratio_of(relatile::test::norm(residual), norm, n, epsilon_of<T>);
}
/// How far columns are from being orthonormal.
template <class T>
double from_orthonormal(const Matrix& q) {
  return from_orthonormal(q, epsilon_of<T>);
}
/// How far apart two lists of numbers are, in units of the larger one's norm.
template <class T>
double between(const Matrix& a, const Matrix& b, double norm) {
  return between(a, b, norm, epsilon_of<T>);
}

}  // namespace relatile::test
