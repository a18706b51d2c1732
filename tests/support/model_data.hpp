// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <relatile/models.hpp>
#include <vector>

#include "support/catch.hpp"

namespace relatile::test {

/// Rows of features and something linear of them, as numbers and as arrays; every third element is
/// 0, so that the sparse matrix is one.
struct ModelData {
  std::int64_t rows;
  std::int64_t columns;
  std::vector<double> numbers;
  std::vector<double> eta;
  Array<double, 2> x;
  SparseArray<double> sparse;

  ModelData(std::int64_t n, std::int64_t d, unsigned seed) : rows(n), columns(d) {
    std::mt19937 bits(seed);
    std::normal_distribution<double> normal;
    std::vector<double> w;
    for (std::int64_t j = 0; j < d; ++j) w.push_back(normal(bits));
    for (std::int64_t i = 0; i < n; ++i) {
      double sum = 0.3;
      for (std::int64_t j = 0; j < d; ++j) {
        const bool nothing = bits() % 3 == 0;
        numbers.push_back(nothing ? 0.0 : normal(bits));
        sum += numbers.back() * w[std::size_t(j)];
      }
      eta.push_back(sum);
    }
    x = from_span(numbers, {n, d});
    sparse = to_sparse(x);
  }
  double at(std::int64_t i, std::int64_t j) const { return numbers[std::size_t(i * columns + j)]; }

  /// Targets by a function of eta and a random number from 0 to 1.
  template <class F>
  std::vector<double> targets(F f) const {
    std::mt19937 bits(7);
    std::uniform_real_distribution<double> uniform;
    std::vector<double> y;
    for (const double e : eta) y.push_back(f(e, uniform(bits)));
    return y;
  }
  Array<double, 1> array(const std::vector<double>& y) const { return from_span(y, {rows}); }
};

template <class A, class B>
void require_close(const A& a, const B& b, double tolerance) {
  const auto x = to_vector(a);
  const auto y = to_vector(b);
  REQUIRE(x.size() == y.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    INFO("element " << i << ": " << x[i] << " and " << y[i]);
    REQUIRE(std::abs(double(x[i]) - double(y[i])) <= tolerance);
  }
}

}  // namespace relatile::test
