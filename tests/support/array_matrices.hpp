// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <relatile/relatile.hpp>
#include <vector>

#include "support/matrices.hpp"

// Arrays of any elements and the matrices that check them.

namespace relatile::test {

/// The elements, row by row.
template <class T>
std::vector<T> numbers_of(const Matrix& m) {
  std::vector<T> numbers(static_cast<std::size_t>(m.size()));
  std::transform(m.data(), m.data() + m.size(), numbers.begin(), [](const Complex& x) {
    if constexpr (is_complex_v<T>) {
      return T(x);
    } else {
      return T(x.real());
    }
  });
  return numbers;
}
template <class T>
Array<T, 2> array_of(const Matrix& m) {
  return from_span(numbers_of<T>(m), {m.rows(), m.cols()});
}
/// Of a vector, one column.
template <class E>
Matrix matrix_of(const E& x) {
  const auto elements = to_vector(x);
  const Extents shape = shape_of(x);
  Matrix m(shape[0], shape.rank() > 1 ? shape[1] : 1);
  std::copy(elements.begin(), elements.end(), m.data());
  return m;
}

}  // namespace relatile::test
