// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "relatile/kernel/sparse/eigen_blocks.hpp"
#include "relatile/sparse/sparse_array.hpp"

// A user's function of the rows of blocks as Eigen's sparse matrices: #include
// <relatile/sparse/blocks.hpp>, which takes long to compile as they do.

namespace relatile {

/// The matrix with the entries of s and other elements: f is called with the rows of each block,
/// an Eigen::Map<const Eigen::SparseMatrix<T, Eigen::RowMajor, std::int32_t>> of all columns, and
/// returns a vector of Eigen's with an element for each entry, in the order of rows, or a sparse
/// matrix with the same entries:
///
///   transform_blocks(s, [](const auto& rows) -> Eigen::SparseMatrix<double, Eigen::RowMajor> {
///     return rows.cwiseAbs(); })
///
/// Which rows are a block is the same on any number of sites: row_blocks() says it. f is called
/// when the elements are needed, by threads at once; f(rows, first) is told the number of the first
/// row. Not collective.
///
///   errors  KernelError, on all ranks, if f throws or makes another number of elements
template <class T, class F>
auto transform_blocks(const SparseArray<T, 2>& s, F f, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using R = canonical_t<typename kernel::of_rows_t<F, T>::Scalar>;
  const detail::SparseStructure& pattern = *s.pattern();
  return SparseArray<R, 2>(
      s.pattern(), Array<R, 1>(tra::make_on_pieces(
                       detail::labels_of_blocks(pattern),
                       {detail::by_rows(pattern, pattern.all_counts()),
                        detail::by_entries(pattern, pattern.columns.node()),
                        detail::by_entries(pattern, s.values().node())},
                       detail::made_by_entries(pattern, element_type_of<R>()),
                       detail::op_on_rows(pattern, kernel::entries_by_blocks<T, R, F>(
                                                       std::move(f), pattern.rows, s.shape(1))))));
}

/// A dense matrix of so many columns: f makes the rows of each block, a matrix of Eigen's, of those
/// of s.
///
///   shapes  (m,n) -> (m,columns)
///   errors  KernelError, on all ranks, if f throws or makes a matrix of another shape
template <class T, class F>
auto transform_blocks(const SparseArray<T, 2>& s, std::int64_t columns, F f,
                      SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using R = canonical_t<typename kernel::of_rows_t<F, T>::Scalar>;
  const detail::SparseStructure& pattern = *s.pattern();
  tra::PieceLabels labels = detail::labels_of_blocks(pattern);
  labels.extents.push_back(columns);
  labels.names.push_back("columns");
  labels.whole = {1};
  tra::MadeOfPieces made = detail::made_by_rows(pattern, element_type_of<R>());
  made.shape.push_back(columns);
  made.dims.push_back(tra::along_label(1));
  return Array<R, 2>(tra::make_on_pieces(
      labels,
      {detail::by_rows(pattern, pattern.all_counts()),
       detail::by_entries(pattern, pattern.columns.node()),
       detail::by_entries(pattern, s.values().node())},
      made,
      detail::op_on_rows(
          pattern,
          kernel::dense_by_blocks<T, R, F>(std::move(f), pattern.rows, s.shape(1), columns),
          std::max<std::int64_t>(columns, 1))));
}

}  // namespace relatile
