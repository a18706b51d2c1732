// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/SparseCore>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "relatile/core/extents.hpp"
#include "relatile/kernel/sparse/rows.hpp"

// Eigen's sparse matrices, from entries and as entries.

namespace relatile::kernel {

/// What a sparse matrix is converted to: compressed rows.
template <class T>
using EigenSparse = Eigen::SparseMatrix<T, Eigen::RowMajor, SparseIndex>;

/// A sparse matrix of Eigen's, in any order, compressed or not.
template <class M>
concept EigenSparseMatrix = std::is_base_of_v<Eigen::SparseCompressedBase<M>, M>;

/// Calls visit(row, column, value) of all entries, in the order in which they are stored.
template <EigenSparseMatrix M, class Visit>
void for_each_eigen_entry(const M& m, Visit&& visit) {
  for (Eigen::Index outer = 0; outer < m.outerSize(); ++outer) {
    for (typename M::InnerIterator it(m, outer); it; ++it) visit(it.row(), it.col(), it.value());
  }
}
template <EigenSparseMatrix M>
void write_eigen_rows(const M& m, std::int64_t* rows) {
  for_each_eigen_entry(m, [&](auto row, auto, const auto&) { *rows++ = row; });
}
template <EigenSparseMatrix M>
void write_eigen_columns(const M& m, std::int64_t* columns) {
  for_each_eigen_entry(m, [&](auto, auto column, const auto&) { *columns++ = column; });
}
template <EigenSparseMatrix M>
void write_eigen_values(const M& m, typename M::Scalar* values) {
  for_each_eigen_entry(m, [&](auto, auto, const auto& value) { *values++ = value; });
}

/// The matrix of rows that have these numbers of entries.
template <class T>
EigenSparse<T> eigen_of_rows(const Extents& shape, const std::vector<SparseIndex>& counts,
                             const SparseIndex* columns, const T* values) {
  std::vector<SparseIndex> begins{0};
  begins.reserve(counts.size() + 1);
  for (const SparseIndex count : counts) begins.push_back(begins.back() + count);
  return Eigen::Map<const EigenSparse<T>>(shape[0], shape[1], begins.back(), begins.data(), columns,
                                          values);
}

}  // namespace relatile::kernel
