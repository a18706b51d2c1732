// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include "relatile/kernel/products/matrix_ref.hpp"

namespace relatile::kernel {

/// A matrix of our own memory, row by row.
template <class T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
/// A matrix whose rows lie in one piece each: what factorizations work on, in place.
template <class T>
using RowsMap = Eigen::Map<RowMajor<T>, 0, Eigen::OuterStride<>>;

/// `rows` x `columns` elements of such a matrix.
template <class T>
RowsMap<T> part_of(const RowsMap<T>& a, Eigen::Index row, Eigen::Index column, Eigen::Index rows,
                   Eigen::Index columns) {
  return RowsMap<T>(const_cast<T*>(a.data()) + row * a.outerStride() + column, rows, columns,
                    Eigen::OuterStride<>(a.outerStride()));
}
template <class T>
RowsMap<T> map_of(RowMajor<T>& a) {
  return RowsMap<T>(a.data(), a.rows(), a.cols(), Eigen::OuterStride<>(a.cols()));
}

/// What a call writes.
template <class T>
RowsMap<T> rows_of(const MatrixRef& m) {
  return RowsMap<T>(reinterpret_cast<T*>(m.data), m.rows, m.cols,
                    Eigen::OuterStride<>(m.rows > 1 ? m.row_stride : m.cols));
}

/// What a call reads, whatever its strides.
template <class T>
auto strided(const MatrixRef& m) {
  using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  return Eigen::Map<const RowMajor<T>, 0, Strides>(reinterpret_cast<const T*>(m.data), m.rows,
                                                   m.cols, Strides(m.row_stride, m.col_stride));
}

/// Copies what a call reads: row by row where rows lie in one piece.
template <class T>
void copy_matrix(const MatrixRef& from, RowsMap<T> to) {
  if (from.col_stride == 1 || from.cols == 1) {
    to = Eigen::Map<const RowMajor<T>, 0, Eigen::OuterStride<>>(
        reinterpret_cast<const T*>(from.data), from.rows, from.cols,
        Eigen::OuterStride<>(from.rows > 1 ? from.row_stride : from.cols));
  } else {
    to = strided<T>(from);
  }
}

}  // namespace relatile::kernel
