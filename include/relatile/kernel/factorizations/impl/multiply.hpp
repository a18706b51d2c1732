// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/factorizations/row_major.hpp"

// The products that factorizations by halves consist of. They are functions of their own, since
// Eigen's products take longest to compile, for every place where one is written.

namespace relatile::kernel::detail {

/// c += factor a b; c overlaps neither.
template <class T>
[[gnu::noinline]] void add_product(RowsMap<T> c, T factor, const RowsMap<T>& a,
                                   const RowsMap<T>& b) {
  if (a.cols() == 0) return;
  c.noalias() += (factor * a) * b;
}

/// c += factor a^H b.
template <class T>
[[gnu::noinline]] void add_adjoint_product(RowsMap<T> c, T factor, const RowsMap<T>& a,
                                           const RowsMap<T>& b) {
  if (a.rows() == 0) return;
  c.noalias() += (factor * a.adjoint()) * b;
}

template <class T>
RowMajor<T> product(const RowsMap<T>& a, const RowsMap<T>& b) {
  RowMajor<T> c = RowMajor<T>::Zero(a.rows(), b.cols());
  add_product<T>(map_of(c), T(1), a, b);
  return c;
}

template <class T>
RowMajor<T> adjoint_product(const RowsMap<T>& a, const RowsMap<T>& b) {
  RowMajor<T> c = RowMajor<T>::Zero(a.cols(), b.cols());
  add_adjoint_product<T>(map_of(c), T(1), a, b);
  return c;
}

}  // namespace relatile::kernel::detail
