// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/linalg/chains.hpp"
#include "relatile/linalg/labelling.hpp"
#include "relatile/sparse/creation.hpp"
#include "relatile/sparse/sparse_products.hpp"

namespace relatile {

/// s times itself, n times, by repeated squaring: numpy.linalg.matrix_power; for n = 0 the unit
/// matrix. Has entries where paths of n edges lead. Collective, as products of sparse matrices are.
///
///   errors  ShapeMismatch if s is not square; Error for negative n, as inverses are not sparse
///   cost    at most 2 log2(n) products
template <class T>
SparseArray<T, 2> matrix_power(const SparseArray<T, 2>& s, std::int64_t n,
                               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_square("matrix_power", s.shape());
  if (n < 0) {
    throw Error("relatile: matrix_power: power " + std::to_string(n) +
                " needs the inverse of a sparse matrix, which is not sparse; take "
                "matrix_power(to_dense(s), n)");
  }
  if (n == 0) {
    const std::int64_t rows = s.shape(0);
    const auto places = arange<std::int64_t>(rows);
    return from_coordinates(places, places, T(1), {rows, rows});
  }
  using Matrix = SparseArray<T, 2>;
  return detail::power_by_squaring(
      s, n, [](const Matrix& x, const Matrix& y) { return astype<T>(matmul(x, y)); });
}

}  // namespace relatile
