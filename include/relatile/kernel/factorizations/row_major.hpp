// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "relatile/core/promotion.hpp"
#include "relatile/kernel/products/matrix_ref.hpp"

// Matrices that factorizations work on. Without a library's expressions, which would be compiled
// anew for every formula and each type: all of the work is in products and in a few loops.

namespace relatile::kernel {

/// A matrix whose rows lie in one piece each, in memory of others: it is changed in place.
template <class T>
class RowsMap {
 public:
  RowsMap(T* data, std::int64_t rows, std::int64_t cols, std::int64_t stride)
      : data_(data), rows_(rows), cols_(cols), stride_(stride) {}

  T* data() const { return data_; }
  std::int64_t rows() const { return rows_; }
  std::int64_t cols() const { return cols_; }
  std::int64_t stride() const { return stride_; }
  T* row(std::int64_t i) const { return data_ + i * stride_; }
  T& operator()(std::int64_t i, std::int64_t j) const { return data_[i * stride_ + j]; }

 private:
  T* data_;
  std::int64_t rows_;
  std::int64_t cols_;
  std::int64_t stride_;
};

/// A matrix of our own memory, row by row, of any elements at first.
template <class T>
class RowMajor {
 public:
  RowMajor() = default;
  RowMajor(std::int64_t rows, std::int64_t cols) { resize(rows, cols); }

  /// What it held is lost.
  void resize(std::int64_t rows, std::int64_t cols) {
    if (rows * cols != rows_ * cols_) {
      elements_ = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(rows * cols));
    }
    rows_ = rows;
    cols_ = cols;
  }
  T* data() const { return elements_.get(); }
  std::int64_t rows() const { return rows_; }
  std::int64_t cols() const { return cols_; }
  T* row(std::int64_t i) const { return data() + i * cols_; }
  T& operator()(std::int64_t i, std::int64_t j) const { return row(i)[j]; }

 private:
  std::unique_ptr<T[]> elements_;
  std::int64_t rows_ = 0;
  std::int64_t cols_ = 0;
};

/// `rows` x `columns` elements of such a matrix.
template <class T>
RowsMap<T> part_of(const RowsMap<T>& a, std::int64_t row, std::int64_t column, std::int64_t rows,
                   std::int64_t columns) {
  return {a.data() + row * a.stride() + column, rows, columns, a.stride()};
}
template <class T>
RowsMap<T> map_of(const RowMajor<T>& a) {
  return {a.data(), a.rows(), a.cols(), a.cols()};
}

/// What a call writes, or reads of what another call has written so.
template <class T>
RowsMap<T> rows_of(const MatrixRef& m) {
  return {reinterpret_cast<T*>(m.data), m.rows, m.cols, m.rows > 1 ? m.row_stride : m.cols};
}
/// An element of what a call reads, whatever its strides.
template <class T>
const T& element_of(const MatrixRef& m, std::int64_t i, std::int64_t j) {
  return reinterpret_cast<const T*>(m.data)[i * m.row_stride + j * m.col_stride];
}

template <class T>
void fill(const RowsMap<T>& a, const T& value) {
  for (std::int64_t i = 0; i < a.rows(); ++i) std::fill_n(a.row(i), a.cols(), value);
}
/// Zeros above, or below, the diagonal.
template <class T>
void clear_above(const RowsMap<T>& a) {
  for (std::int64_t i = 0; i < std::min(a.rows(), a.cols()); ++i) {
    std::fill(a.row(i) + i + 1, a.row(i) + a.cols(), T(0));
  }
}
template <class T>
void clear_below(const RowsMap<T>& a) {
  for (std::int64_t i = 1; i < a.rows(); ++i) std::fill_n(a.row(i), std::min(i, a.cols()), T(0));
}

template <class T>
T conjugate(const T& x) {
  if constexpr (is_complex_v<T>) {
    return {x.real(), -x.imag()};
  } else {
    return x;
  }
}

/// Copies what a call reads, in squares that fit the first-level cache where it lies by columns.
template <class T>
void copy_matrix(const MatrixRef& from, const RowsMap<T>& to) {
  constexpr std::int64_t side = 32;
  const T* const x = reinterpret_cast<const T*>(from.data);
  if (from.row_major()) {
    for (std::int64_t i = 0; i < from.rows; ++i) {
      std::copy_n(x + i * from.row_stride, from.cols, to.row(i));
    }
    return;
  }
  for (std::int64_t top = 0; top < from.rows; top += side) {
    for (std::int64_t left = 0; left < from.cols; left += side) {
      for (std::int64_t i = top; i < std::min(top + side, from.rows); ++i) {
        for (std::int64_t j = left; j < std::min(left + side, from.cols); ++j) {
          to(i, j) = x[i * from.row_stride + j * from.col_stride];
        }
      }
    }
  }
}

/// Of the same elements as a, for whoever reads.
template <class T>
MatrixRef ref_of_rows(const RowsMap<T>& a) {
  return {reinterpret_cast<std::byte*>(a.data()), a.rows(), a.cols(), a.stride(), 1};
}
template <class T>
RowMajor<T> transpose_of(const RowsMap<T>& a) {
  RowMajor<T> turned(a.cols(), a.rows());
  const MatrixRef columns{reinterpret_cast<std::byte*>(a.data()), a.cols(), a.rows(), 1,
                          a.stride()};
  copy_matrix<T>(columns, map_of(turned));
  return turned;
}
template <class T>
RowMajor<T> adjoint_of(const RowsMap<T>& a) {
  RowMajor<T> turned = transpose_of(a);
  if constexpr (is_complex_v<T>) {
    T* const elements = turned.data();
    for (std::int64_t i = 0; i < turned.rows() * turned.cols(); ++i) {
      elements[i] = conjugate(elements[i]);
    }
  }
  return turned;
}
/// a = the transpose of `turned`.
template <class T>
void copy_transposed(const RowMajor<T>& turned, const RowsMap<T>& a) {
  copy_matrix<T>(
      {reinterpret_cast<std::byte*>(turned.data()), a.rows(), a.cols(), 1, turned.cols()}, a);
}

}  // namespace relatile::kernel
