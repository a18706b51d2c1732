// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// This file is compiled without EIGEN_USE_BLAS, unlike what it is linked with. Eigen's templates
// have the same names either way, and the linker keeps one definition of each: the ones in here
// need other names.
#define Eigen EigenWithoutBlas
#include <Eigen/Core>
#ifdef EIGEN_USE_BLAS
#error "this file measures Eigen's own kernel"
#endif

#include "plain_eigen.hpp"

namespace benchmarks {

template <class T>
void multiply_by_eigen(const T* a, const T* b, T* c, std::int64_t n, int threads) {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::setNbThreads(threads);
  const Eigen::Map<const Matrix> left(a, n, n);
  const Eigen::Map<const Matrix> right(b, n, n);
  Eigen::Map<Matrix>(c, n, n).noalias() = left * right;
}

template void multiply_by_eigen(const float*, const float*, float*, std::int64_t, int);
template void multiply_by_eigen(const double*, const double*, double*, std::int64_t, int);

}  // namespace benchmarks
