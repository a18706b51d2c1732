// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Prints the GFLOP/s of a product of doubles on one thread: with EIGEN_USE_BLAS by the BLAS, else
// by Relatile's kernels. The geometric mean over two sizes; 0 without AVX-512 if asked for it.

#include <Eigen/Core>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "relatile/kernel/products/gemm.hpp"

extern "C" __attribute__((weak)) void openblas_set_num_threads(int);

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void multiply(Matrix& a, Matrix& b, Matrix& c) {
#if defined(EIGEN_USE_BLAS)
  c.noalias() = a * b;
#else
  using namespace relatile::kernel;
  const auto ref = [](Matrix& m) {
    return MatrixRef{reinterpret_cast<std::byte*>(m.data()), m.rows(), m.cols(), m.cols(), 1};
  };
  gemm<double>(ref(a), ref(b), ref(c), Into::nothing);
#endif
}

/// The best of several, 0 if the product is wrong.
double rate(int n, int rounds) {
  using Clock = std::chrono::steady_clock;
  Matrix a = Matrix::Ones(n, n);
  Matrix b = a;
  Matrix c = a;
  double best = 1;
  for (int round = 0; round < rounds; ++round) {
    const auto start = Clock::now();
    multiply(a, b, c);
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return c(1, 1) == n ? 2e-9 * n * n * n / best : 0.0;
}

}  // namespace

int main() {
#if defined(NEEDS_AVX512) && !defined(__AVX512F__)
  std::puts("0");
#else
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
  std::printf("%.1f\n", std::sqrt(rate(256, 100) * rate(512, 30)));
#endif
}
