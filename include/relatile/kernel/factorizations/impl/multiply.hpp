// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include "relatile/kernel/factorizations/impl/vectors.hpp"
#include "relatile/kernel/factorizations/row_major.hpp"

#if defined(RELATILE_HAS_BLAS)
#include "relatile/kernel/factorizations/impl/multiply_by_blas.hpp"
#else
#include "relatile/kernel/factorizations/impl/multiply_by_eigen.hpp"
#endif

// The products that factorizations by halves consist of.

namespace relatile::kernel::detail {

/// What is so small that no library's call is worth it.
inline bool is_small_product(std::int64_t rows, std::int64_t summed, std::int64_t columns) {
  return rows + summed + columns < 20;
}

/// c += factor a b; c overlaps neither.
template <class T>
[[gnu::noinline]] void add_product(const RowsMap<T>& c, T factor, const RowsMap<T>& a,
                                   const RowsMap<T>& b) {
  if (a.cols() == 0 || c.rows() == 0 || c.cols() == 0) return;
  if (!is_small_product(c.rows(), a.cols(), c.cols())) return multiply_add<T>(c, factor, a, b);
  for (std::int64_t i = 0; i < c.rows(); ++i) {
    for (std::int64_t k = 0; k < a.cols(); ++k) {
      add_multiple<T>(c.row(i), multiplied(factor, a(i, k)), b.row(k), c.cols());
    }
  }
}

/// c += factor a^H b.
template <class T>
[[gnu::noinline]] void add_adjoint_product(const RowsMap<T>& c, T factor, const RowsMap<T>& a,
                                           const RowsMap<T>& b) {
  if (a.rows() == 0 || c.rows() == 0 || c.cols() == 0) return;
  if (!is_small_product(c.rows(), a.rows(), c.cols())) {
    return multiply_add_adjoint<T>(c, factor, a, b);
  }
  for (std::int64_t i = 0; i < c.rows(); ++i) {
    for (std::int64_t k = 0; k < a.rows(); ++k) {
      add_multiple<T>(c.row(i), multiplied(factor, conjugate(a(k, i))), b.row(k), c.cols());
    }
  }
}

template <class T>
RowMajor<T> product(const RowsMap<T>& a, const RowsMap<T>& b) {
  RowMajor<T> c(a.rows(), b.cols());
  fill(map_of(c), T(0));
  add_product<T>(map_of(c), T(1), a, b);
  return c;
}

template <class T>
RowMajor<T> adjoint_product(const RowsMap<T>& a, const RowsMap<T>& b) {
  RowMajor<T> c(a.cols(), b.cols());
  fill(map_of(c), T(0));
  add_adjoint_product<T>(map_of(c), T(1), a, b);
  return c;
}

}  // namespace relatile::kernel::detail
