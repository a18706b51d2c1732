// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/array/reductions/norm.hpp"
#include "relatile/linalg/iterative/numbers.hpp"
#include "relatile/linalg/products.hpp"

namespace relatile::detail {

/// The orthonormal vectors that gmres and Lanczos' method keep, rows of a matrix of always the same
/// shape, so that one plan does for all iterations. Rows that are not there yet are zeros.
template <class T>
struct KrylovRows {
  Array<T, 2> rows;
  Array<T, 1> last;

  KrylovRows(const Array<T, 1>& first, std::int64_t count)
      : rows(where(expand_dims(arange<std::int64_t>(count), 1) == 0, expand_dims(first, 0), T(0))),
        last(first) {}
  Array<T, 1> along(const Array<T, 1>& w) const {
    if constexpr (is_complex_v<T>) {
      return matmul(conj(rows), w);
    } else {
      return matmul(rows, w);
    }
  }
  /// Orthogonalises w, twice, and makes it row number `at`. Gives its products with all rows, and
  /// in the last place the norm of what is left of it.
  std::vector<T> add(const Array<T, 1>& w, std::int64_t at) {
    const Array<T, 1> once = along(w);
    const Array<T, 1> rest = w - matmul(once, rows);
    const Array<T, 1> again = along(rest);
    const Array<T, 1> left = rest - matmul(again, rows);
    const Array<T, 0> size = astype<T>(norm(left));
    last = left * quotient<T>(Array<T, 0>(ones_like(size)), size);
    const auto number = expand_dims(arange<std::int64_t>(rows.shape(0)), 1);
    rows = where(number == at, expand_dims(last, 0), rows);
    const Array<T, 1> sums = once + again;
    const Array<T, 1> numbers = concatenate({sums, expand_dims(size, 0)});
    return evaluated_numbers<T>(numbers, {rows.node(), last.node()});
  }
  /// Makes row number `at` zeros: the noise that is left of a vector which the others span.
  void drop(std::int64_t at) {
    const auto number = expand_dims(arange<std::int64_t>(rows.shape(0)), 1);
    rows = where(number == at, T(0), rows);
  }
};

}  // namespace relatile::detail
