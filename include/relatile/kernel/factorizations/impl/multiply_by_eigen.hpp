// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include "relatile/kernel/factorizations/row_major.hpp"

// Products where the build has no BLAS.

namespace relatile::kernel::detail {

template <class T>
auto eigen_map(const RowsMap<T>& a) {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  return Eigen::Map<Matrix, 0, Eigen::OuterStride<>>(a.data(), a.rows(), a.cols(),
                                                     Eigen::OuterStride<>(a.stride()));
}

/// c += factor a b.
template <class T>
void multiply_add(const RowsMap<T>& c, T factor, const RowsMap<T>& a, const RowsMap<T>& b) {
  eigen_map(c).noalias() += (factor * eigen_map(a)) * eigen_map(b);
}
/// c += factor a^H b.
template <class T>
void multiply_add_adjoint(const RowsMap<T>& c, T factor, const RowsMap<T>& a, const RowsMap<T>& b) {
  eigen_map(c).noalias() += (factor * eigen_map(a).adjoint()) * eigen_map(b);
}
/// c += factor a b^H.
template <class T>
void multiply_add_by_adjoint(const RowsMap<T>& c, T factor, const RowsMap<T>& a,
                             const RowsMap<T>& b) {
  eigen_map(c).noalias() += (factor * eigen_map(a)) * eigen_map(b).adjoint();
}

}  // namespace relatile::kernel::detail
