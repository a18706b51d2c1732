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

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using In = Eigen::Map<const Matrix>;
using Out = Eigen::Map<Matrix>;

}  // namespace

void batch_by_eigen(const double* a, const double* b, double* c, std::int64_t count,
                    std::int64_t n) {
#pragma omp parallel for
  for (std::int64_t x = 0; x < count; ++x) {
    const std::int64_t at = x * n * n;
    Out(c + at, n, n).noalias() = In(a + at, n, n) * In(b + at, n, n);
  }
}

void mttkrp_by_eigen(const double* t, const double* b, const double* c, double* out, std::int64_t n,
                     std::int64_t width) {
#pragma omp parallel
  {
    Matrix slice(n, width);
#pragma omp for
    for (std::int64_t i = 0; i < n; ++i) {
      slice.noalias() = In(t + i * n * n, n, n) * In(c, n, width);
      Out(out + i * width, 1, width) = slice.cwiseProduct(In(b, n, width)).colwise().sum();
    }
  }
}

template void multiply_by_eigen(const float*, const float*, float*, std::int64_t, int);
template void multiply_by_eigen(const double*, const double*, double*, std::int64_t, int);

}  // namespace benchmarks
