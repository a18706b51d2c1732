// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "relatile/core/promotion.hpp"
#include "relatile/kernel/factorizations/row_major.hpp"

namespace relatile::kernel::detail {

/// What decompositions compute in: double precision, of float as well, which so is as exact as it
/// can be.
template <class T>
using wide_t = std::conditional_t<is_complex_v<T>, std::complex<double>, double>;

/// A matrix column by column, as those who decompose take it; of any elements at first.
template <class W>
class ColumnMajor {
 public:
  ColumnMajor() = default;
  ColumnMajor(std::int64_t rows, std::int64_t cols) : columns_(cols, rows) {}

  void resize(std::int64_t rows, std::int64_t cols) { columns_.resize(cols, rows); }
  std::int64_t rows() const { return columns_.cols(); }
  std::int64_t cols() const { return columns_.rows(); }
  W* data() const { return columns_.data(); }
  W& operator()(std::int64_t i, std::int64_t j) const { return columns_(j, i); }
  /// The transpose.
  const RowMajor<W>& as_rows() const { return columns_; }

 private:
  RowMajor<W> columns_;
};
using RealVector = std::vector<double>;

template <class W>
ColumnMajor<W> identity(std::int64_t rows, std::int64_t cols) {
  ColumnMajor<W> made(rows, cols);
  for (std::int64_t j = 0; j < cols; ++j) {
    for (std::int64_t i = 0; i < rows; ++i) made(i, j) = W(i == j ? 1 : 0);
  }
  return made;
}

/// The matrix that a call reads.
template <class T>
ColumnMajor<wide_t<T>> wide_matrix(const MatrixRef& from) {
  ColumnMajor<wide_t<T>> made(from.rows, from.cols);
  for (std::int64_t j = 0; j < from.cols; ++j) {
    for (std::int64_t i = 0; i < from.rows; ++i) {
      made(i, j) = static_cast<wide_t<T>>(element_of<T>(from, i, j));
    }
  }
  return made;
}
/// And what one writes.
template <class T, class W>
void copy_columns(const ColumnMajor<W>& from, const RowsMap<T>& to) {
  for (std::int64_t i = 0; i < from.rows(); ++i) {
    for (std::int64_t j = 0; j < from.cols(); ++j) to(i, j) = static_cast<T>(from(i, j));
  }
}

}  // namespace relatile::kernel::detail
