// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

#include "plain_loops.hpp"

#include <cmath>

namespace benchmarks {

namespace {

double sum_chain(const double* x, std::int64_t count) {
  double sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (std::int64_t i = 0; i < count; ++i) sum += std::exp(-(x[i] * x[i])) + 3 * x[i];
  return sum;
}

void triad(const double* x, const double* y, double* z, std::int64_t count) {
#pragma omp parallel for simd
  for (std::int64_t i = 0; i < count; ++i) z[i] = 2 * x[i] + y[i];
}

void affine(const double* x, double* z, std::int64_t count) {
#pragma omp parallel for simd
  for (std::int64_t i = 0; i < count; ++i) z[i] = 2 * x[i] + 1;
}

}  // namespace

const Loops BENCHMARKS_LOOPS = {sum_chain, triad, affine};

}  // namespace benchmarks
