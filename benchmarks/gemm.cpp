// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "gemm.hpp"

#include <Eigen/Core>
#include <chrono>
#include <ctime>
#include <thread>

#ifdef EIGEN_USE_BLAS
#include <Eigen/src/misc/blas.h>
extern "C" __attribute__((weak)) void openblas_set_num_threads(int);
#endif

namespace benchmarks {

#ifdef EIGEN_USE_BLAS

// A BLAS sees matrices column by column: c^T = b^T a^T.
void gemm(const Factor& a, const Factor& b, double* c, bool adds) {
  const auto rows = static_cast<int>(a.rows);
  const auto summed = static_cast<int>(a.columns);
  const auto columns = static_cast<int>(b.columns);
  const int lda = a.transposed ? rows : summed;
  const int ldb = b.transposed ? summed : columns;
  const double one = 1;
  const double beta = adds ? 1 : 0;
  dgemm_(b.transposed ? "T" : "N", a.transposed ? "T" : "N", &columns, &rows, &summed, &one, b.data,
         &ldb, a.data, &lda, &beta, c, &columns);
}

void gram(const double* x, std::int64_t rows, std::int64_t columns, double* c) {
  const auto n = static_cast<int>(columns);
  const auto summed = static_cast<int>(rows);
  const double one = 1;
  const double zero = 0;
  dsyrk_("U", "N", &n, &summed, &one, x, &n, &zero, c, &n);
  for (std::int64_t i = 0; i < columns; ++i) {
    for (std::int64_t j = 0; j < i; ++j) c[j * columns + i] = c[i * columns + j];
  }
}

void use_blas_threads(int threads) {
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(threads);
}

#else

namespace {
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Map = Eigen::Map<const Matrix>;
}  // namespace

void gemm(const Factor& a, const Factor& b, double* c, bool adds) {
  Eigen::Map<Matrix> out(c, a.rows, b.columns);
  if (!adds) out.setZero();
  const Map left(a.data, a.transposed ? a.columns : a.rows, a.transposed ? a.rows : a.columns);
  const Map right(b.data, b.transposed ? b.columns : b.rows, b.transposed ? b.rows : b.columns);
  if (a.transposed && b.transposed) {
    out.noalias() += left.transpose() * right.transpose();
  } else if (a.transposed) {
    out.noalias() += left.transpose() * right;
  } else if (b.transposed) {
    out.noalias() += left * right.transpose();
  } else {
    out.noalias() += left * right;
  }
}

void gram(const double* x, std::int64_t rows, std::int64_t columns, double* c) {
  gemm({x, columns, rows, true}, {x, rows, columns}, c);
}

void use_blas_threads(int threads) { Eigen::setNbThreads(threads); }

#endif

void wait_until_threads_sleep() {
  constexpr auto pause = std::chrono::milliseconds(5);
  constexpr int most_pauses = 100;  // threads may spin for ever
  constexpr double awake = 0.5e-3;  // of a pause, in seconds
  for (int i = 0; i < most_pauses; ++i) {
    const std::clock_t before = std::clock();  // the processor time of all threads
    std::this_thread::sleep_for(pause);
    if (double(std::clock() - before) < awake * CLOCKS_PER_SEC) return;
  }
}

}  // namespace benchmarks
