// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <relatile/sparse.hpp>
#include <vector>

#include "support/catch.hpp"

namespace relatile::test {

/// Equal but for rounding, NaN where the other is.
template <class A, class B>
void require_same(const A& a, const B& b, double tolerance = 1e-10) {
  const auto x = as_array(a);
  const auto y = as_array(b);
  REQUIRE(x.shape() == y.shape());
  const auto of_x = to_vector(x);
  const auto of_y = to_vector(y);
  for (std::size_t i = 0; i < of_x.size(); ++i) {
    INFO("element " << i);
    const auto left = static_cast<double>(of_x[i]);
    const auto right = static_cast<double>(of_y[i]);
    if (left == right || (std::isnan(left) && std::isnan(right))) continue;
    REQUIRE(std::abs(left - right) <= tolerance);
  }
}

/// A matrix of which about one element in `every` is not 0, and the same as a dense one.
struct Pair {
  Array<double, 2> dense;
  SparseArray<double> sparse;

  Pair(std::int64_t rows, std::int64_t columns, unsigned seed, int every = 20) {
    std::mt19937 bits(seed);
    std::vector<double> elements;
    for (std::int64_t i = 0; i < rows * columns; ++i) {
      const auto drawn = bits();
      const bool is_entry = drawn % static_cast<unsigned>(every) == 0;
      elements.push_back(is_entry ? double(drawn >> 8U) / double(1U << 22U) - 2 : 0);
    }
    dense = from_span(elements, {rows, columns});
    sparse = to_sparse(dense);
  }
};

inline Array<double, 1> counted(std::int64_t count) {
  Array<double, 1> x = sin(arange<double>(double(count)));
  evaluate(x);
  return x;
}
inline Array<double, 2> counted(std::int64_t rows, std::int64_t columns) {
  Array<double, 2> x = reshape(counted(rows * columns), {rows, columns});
  evaluate(x);
  return x;
}

}  // namespace relatile::test
