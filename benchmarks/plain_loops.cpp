// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

#include "plain_loops.hpp"

#include <cmath>
#include <vector>

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

void normalise(const double* x, double* z, std::int64_t rows, std::int64_t columns) {
  const auto width = static_cast<std::size_t>(columns);
  std::vector<double> sums(2 * width);
#pragma omp parallel
  {
    std::vector<double> mine(2 * width);
#pragma omp for
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < width; ++j) {
        const double element = x[static_cast<std::size_t>(i) * width + j];
        mine[j] += element;
        mine[width + j] += element * element;
      }
    }
#pragma omp critical
    for (std::size_t j = 0; j < 2 * width; ++j) sums[j] += mine[j];
  }
  const auto count = static_cast<double>(rows);
  for (std::size_t j = 0; j < width; ++j) {
    sums[j] /= count;
    sums[width + j] = std::sqrt(sums[width + j] / count - sums[j] * sums[j]);
  }
#pragma omp parallel for
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < width; ++j) {
      const std::size_t at = static_cast<std::size_t>(i) * width + j;
      z[at] = (x[at] - sums[j]) / sums[width + j];
    }
  }
}

}  // namespace

const Loops BENCHMARKS_LOOPS = {sum_chain, triad, affine, normalise};

}  // namespace benchmarks
