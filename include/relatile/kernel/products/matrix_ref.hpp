// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace relatile::kernel {

/// A matrix somewhere in memory: strides in elements, one of them 1.
struct MatrixRef {
  std::byte* data = nullptr;
  std::int64_t rows = 1;
  std::int64_t cols = 1;
  std::int64_t row_stride = 1;
  std::int64_t col_stride = 1;

  /// Usable by BLAS in row-major order: rows of consecutive elements.
  bool row_major() const { return col_stride == 1 || cols == 1; }
  /// From one row to the next, or, in column-major order, from one column to the next.
  std::int64_t leading() const {
    return row_major() ? std::max(row_stride, cols) : std::max(col_stride, rows);
  }
};

/// Whether to add to what the result holds, or to write over it.
enum class Into : std::uint8_t { sum, nothing };

/// True if b is the transpose of a: the same memory, read the other way.
inline bool is_transpose(const MatrixRef& a, const MatrixRef& b) {
  return a.data == b.data && a.rows == b.cols && a.cols == b.rows && a.row_stride == b.col_stride &&
         a.col_stride == b.row_stride;
}

/// Copies what is below the diagonal to above it, in squares that fit the first-level cache.
template <class T>
void mirror_lower(const MatrixRef& c) {
  constexpr std::int64_t side = 32;
  T* const at = reinterpret_cast<T*>(c.data);
  for (std::int64_t top = 0; top < c.rows; top += side) {
    for (std::int64_t left = top; left < c.rows; left += side) {
      for (std::int64_t i = top; i < std::min(top + side, c.rows); ++i) {
        for (std::int64_t j = std::max(left, i + 1); j < std::min(left + side, c.rows); ++j) {
          at[i * c.row_stride + j] = at[j * c.row_stride + i];
        }
      }
    }
  }
}

}  // namespace relatile::kernel
