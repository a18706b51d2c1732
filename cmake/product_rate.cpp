// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// Prints the GFLOP/s of Eigen's own product of doubles, compiled as it is here; 0 without AVX-512
// if asked for it.

#include <Eigen/Core>

#include <algorithm>
#include <chrono>
#include <cstdio>

int main() {
#if defined(NEEDS_AVX512) && !defined(__AVX512F__)
  std::puts("0");
#else
  using Clock = std::chrono::steady_clock;
  constexpr int n = 384;
  const Eigen::MatrixXd a = Eigen::MatrixXd::Ones(n, n);
  Eigen::MatrixXd c = a;
  double best = 1;
  for (int round = 0; round < 40; ++round) {
    const auto start = Clock::now();
    c.noalias() = a * a;
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  std::printf("%.1f\n", c(1, 1) == n ? 2e-9 * n * n * n / best : 0.0);
#endif
}
