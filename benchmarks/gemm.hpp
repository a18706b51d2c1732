// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

// The BLAS for peers, in double: the one that Relatile is linked with, or without one Eigen.

namespace benchmarks {

/// A matrix by rows, or the transpose of one: `rows` and `columns` are those of what is multiplied.
struct Factor {
  const double* data = nullptr;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  bool transposed = false;
};

/// c = a b, all by rows; on as many threads as `use_blas_threads` said, or one.
void gemm(const Factor& a, const Factor& b, double* c, bool adds = false);
/// c = x^T x by half of the product, copied to the other half.
void gram(const double* x, std::int64_t rows, std::int64_t columns, double* c);
/// How many threads the BLAS uses from here on. Relatile's context sets 1.
void use_blas_threads(int threads);

/// Returns when the other threads of this process sleep: those of OpenBLAS go on spinning for 2^28
/// ticks (0.1 s) after a call, on cores that the next contender needs.
void wait_until_threads_sleep();

/// The BLAS on so many threads while this lives, and on one thread again afterwards.
class BlasThreads {
 public:
  explicit BlasThreads(int threads) : threads_(threads) { use_blas_threads(threads); }
  ~BlasThreads() {
    use_blas_threads(1);
    if (threads_ > 1) wait_until_threads_sleep();
  }
  BlasThreads(const BlasThreads&) = delete;
  BlasThreads& operator=(const BlasThreads&) = delete;

 private:
  int threads_;
};

}  // namespace benchmarks
