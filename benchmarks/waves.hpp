// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

// The matrices that products are measured with. Every program fills its own parts, wherever they
// are, and knows what its parts of the product must be, since sums of waves have a closed form.

namespace benchmarks {

/// Sines and cosines of multiples of `step`.
struct Multiples {
  explicit Multiples(std::int64_t step) {
    for (std::int64_t i = 0; i < most; ++i) {
      sines.push_back(std::sin(static_cast<double>(step * i)));
      cosines.push_back(std::cos(static_cast<double>(step * i)));
    }
  }
  static constexpr std::int64_t most = 1'000'000;  ///< rows or columns of a matrix
  std::vector<double> sines;
  std::vector<double> cosines;
};

/// a(i, j) and b(i, j): sin(3i + 7j), for whole matrices without a sine an element.
inline double wave(std::int64_t i, std::int64_t j) {
  static const Multiples of_rows(3);
  static const Multiples of_columns(7);
  const auto row = static_cast<std::size_t>(i);
  const auto column = static_cast<std::size_t>(j);
  return of_rows.sines[row] * of_columns.cosines[column] +
         of_rows.cosines[row] * of_columns.sines[column];
}

/// The sum of cos(at + step t) for t = 0, ..., count - 1.
inline double sum_of_cosines(double at, double step, std::int64_t count) {
  const auto n = static_cast<double>(count);
  return std::sin(n * step / 2) / std::sin(step / 2) * std::cos(at + (n - 1) * step / 2);
}

/// Element (i, j) of a b, summed over `count`.
inline double product_of_waves(std::int64_t i, std::int64_t j, std::int64_t count) {
  const auto left = static_cast<double>(3 * i);
  const auto right = static_cast<double>(7 * j);
  return (sum_of_cosines(left - right, 4, count) - sum_of_cosines(left + right, 10, count)) / 2;
}

/// Element (i, j) of a^T a, summed over `count` rows.
inline double gram_of_waves(std::int64_t i, std::int64_t j, std::int64_t count) {
  const auto left = static_cast<double>(7 * i);
  const auto right = static_cast<double>(7 * j);
  const double same = static_cast<double>(count) * std::cos(left - right);
  return (same - sum_of_cosines(left + right, 6, count)) / 2;
}

}  // namespace benchmarks
