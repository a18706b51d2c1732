// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "support/against_reference.hpp"
#include "support/backward_errors.hpp"

// Matrices that decompositions are tested on, and what is wrong with a decomposition, in units of
// norm, size and precision, which are to be below 30, as in LAPACK's test programs.

namespace relatile::test {

template <class T>
Rows<T> noise(std::int64_t rows, std::int64_t columns, unsigned seed = 1) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> number;
  Rows<T> m(rows, columns);
  for (T& x : m.reshaped()) {
    if constexpr (is_complex_v<T>) {
      const double re = number(generator);
      x = T(real_t<T>(re), real_t<T>(number(generator)));
    } else {
      x = T(number(generator));
    }
  }
  return m;
}
/// Orthonormal columns.
template <class T>
Rows<T> orthonormal(std::int64_t rows, std::int64_t columns, unsigned seed) {
  const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> m = noise<T>(rows, columns, seed);
  Eigen::HouseholderQR<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>> qr(m);
  return qr.householderQ() *
         Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>::Identity(rows, columns);
}
/// A matrix of these singular values.
template <class T>
Rows<T> of_values(std::int64_t rows, std::int64_t columns, const std::vector<double>& values,
                  unsigned seed = 1) {
  const auto k = static_cast<std::int64_t>(values.size());
  Rows<T> u = orthonormal<T>(rows, k, seed);
  for (std::int64_t j = 0; j < k; ++j) u.col(j) *= T(real_t<T>(values[std::size_t(j)]));
  return u * orthonormal<T>(columns, k, seed + 1).adjoint();
}
/// k values from 1 down to `last`, in equal proportions.
inline std::vector<double> graded(std::int64_t k, double last) {
  std::vector<double> values;
  for (std::int64_t i = 0; i < k; ++i) {
    values.push_back(k == 1 ? 1 : std::pow(last, double(i) / double(k - 1)));
  }
  return values;
}

/// |residual| / (norm n epsilon).
template <class M>
double in_units(const M& residual, double norm, std::int64_t n) {
  using R = typename Eigen::NumTraits<typename M::Scalar>::Real;
  const double size = residual.size() == 0 ? 0 : double(residual.stableNorm());
  if (size == 0) return 0;
  return size /
         (norm * double(std::max<std::int64_t>(n, 1)) * double(std::numeric_limits<R>::epsilon()));
}
template <class M>
double from_orthonormal(const M& q) {
  const M gram = q.adjoint() * q;
  return in_units(M(gram - M::Identity(gram.rows(), gram.cols())), 1, q.rows());
}
/// How far apart two lists of numbers are, in units of the larger one's norm.
template <class A, class B>
double between(const A& a, const B& b, double norm) {
  using R = typename Eigen::NumTraits<typename A::Scalar>::Real;
  if (a.size() == 0) return 0;
  const auto apart = double((a - b).cwiseAbs().maxCoeff());
  if (apart == 0) return 0;
  return apart / (norm * double(a.size()) * double(std::numeric_limits<R>::epsilon()));
}

inline constexpr double allowed = 30;

}  // namespace relatile::test
