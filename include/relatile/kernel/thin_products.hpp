// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "relatile/kernel/matrix_ref.hpp"
#include "relatile/kernel/scratch.hpp"
#include "relatile/kernel/strided_copy.hpp"

namespace relatile::kernel::detail {

/// Products of few columns. The general kernels first copy both operands into an order of their
/// own, which for so few multiplications an element takes as long as these: here the left operand
/// is read as it lies, and some rows of the right one at a time stay in cache. Sums are kept in
/// registers, a tile of the result at a time; where the last tile would be too large it overlaps
/// the one before and stores what is new.
template <class T>
class ThinProduct {
  using Packet = typename Eigen::internal::packet_traits<T>::type;
  static constexpr std::int64_t lanes = Eigen::internal::unpacket_traits<Packet>::size;
  /// Sums of two vectors a row take half of the registers, or all but a few.
  static constexpr int tile_rows = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32 ? 8 : 6;

 public:
  /// False for what the general kernels are better at, or which this one does not know. Without
  /// the machine's wide vectors compiled in, a BLAS that chooses its code at run time is faster;
  /// `blas`, if there is one that multiplies large matrices best, is also better at short sums.
  static bool takes(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, bool blas) {
    if (width < 32 || c.rows < tile_rows || c.cols < lanes || c.cols > most_columns) return false;
    if (!is_dense(b) && c.rows < fewest_rows_to_copy) return false;
    if (!a.row_major()) return width >= 64 || c.cols <= most_of_narrow;
    return a.cols >= (blas ? 64 : c.cols <= most_of_narrow ? 2 : 16);
  }
  /// The same of a matrix times its transpose.
  static bool takes_half(const MatrixRef& a, const MatrixRef& c, bool blas) {
    if (width < 32 || a.row_major() || a.col_stride != a.rows) return false;
    if (c.rows < tile_rows || c.cols < lanes) return false;
    return c.cols <= (blas ? 48 : width < 64 ? 64 : most_columns);
  }

  static void run(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into) {
    run(a, b, c, into, false);
  }
  static void run_half(const MatrixRef& a, const MatrixRef& c, Into into) {
    run(a, {a.data, a.cols, a.rows, a.col_stride, a.row_stride}, c, into, true);
    mirror_lower<T>(c);
  }

 private:
  static constexpr std::int64_t width = lanes * std::int64_t(sizeof(T));  ///< of vectors, in bytes
  static constexpr std::int64_t most_columns = 128;
  static constexpr std::int64_t most_of_narrow = 32;
  static constexpr std::int64_t fewest_rows_to_copy = 64;
  /// Rows of the right operand at a time: half a second-level cache at most.
  static constexpr std::int64_t block_by_rows = 512;
  static constexpr std::int64_t block_by_columns = 256;

  static bool is_dense(const MatrixRef& b) { return b.row_major() && b.row_stride == b.cols; }
  static T* at(const MatrixRef& m) { return reinterpret_cast<T*>(m.data); }

  /// Rows of the right operand, one after the other, and where they begin in the sums.
  struct Block {
    const T* rows;
    std::int64_t begin;
    std::int64_t count;
  };

  static void run(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into,
                  bool lower) {
    const std::int64_t most = a.row_major() ? block_by_rows : block_by_columns;
    for (std::int64_t k = 0; k < a.cols; k += most, into = Into::sum) {
      const std::int64_t count = std::min(most, a.cols - k);
      const Block block{block_of(b, k, count), k, count};
      for (std::int64_t i = 0; i < c.rows; i += tile_rows) {
        const std::int64_t row = std::min(i, c.rows - tile_rows);
        run_rows(a, block, c, row, i, lower ? std::min(row + tile_rows, c.cols) : c.cols, into);
      }
    }
  }
  static const T* block_of(const MatrixRef& b, std::int64_t k, std::int64_t count) {
    const T* rows = at(b) + k * b.row_stride;
    if (is_dense(b)) return rows;
    std::byte* copy = product_scratch().reserve(std::size_t(count * b.cols) * sizeof(T));
    copy_strided(copy, {b.cols, 1}, reinterpret_cast<const std::byte*>(rows),
                 {b.row_stride, b.col_stride}, {count, b.cols}, std::int64_t(sizeof(T)));
    return reinterpret_cast<const T*>(copy);
  }

  /// The rows from `row` on, columns before `end`; rows before `from` are stored already.
  static void run_rows(const MatrixRef& a, const Block& block, const MatrixRef& c, std::int64_t row,
                       std::int64_t from, std::int64_t end, Into into) {
    const T* left = at(a) + row * a.row_stride + block.begin * a.col_stride;
    T* out = at(c) + row * c.row_stride;
    const int first = static_cast<int>(from - row);
    std::int64_t j = 0;
    for (; j + 2 * lanes <= end; j += 2 * lanes) {
      run_tile<2>(left, a, block, c, j, out, first, j, into);
    }
    for (; j < end; j += lanes) {
      run_tile<1>(left, a, block, c, std::min(j, c.cols - lanes), out, first, j, into);
    }
  }

  /// Of the tile from column `col` on, columns from `from` on are stored.
  template <int vectors>
  static void run_tile(const T* left, const MatrixRef& a, const Block& block, const MatrixRef& c,
                       std::int64_t col, T* out, int first_row, std::int64_t from, Into into) {
    namespace simd = Eigen::internal;
    const T* right = block.rows + col;
    Packet sums[tile_rows][vectors];
#pragma GCC unroll 8
    for (int r = 0; r < tile_rows; ++r) {
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) sums[r][v] = simd::pset1<Packet>(T(0));
    }
    for (std::int64_t k = 0; k < block.count; ++k, left += a.col_stride, right += c.cols) {
      Packet factors[vectors];
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) factors[v] = simd::ploadu<Packet>(right + v * lanes);
#pragma GCC unroll 8
      for (int r = 0; r < tile_rows; ++r) {
        const Packet factor = simd::pset1<Packet>(left[r * a.row_stride]);
#pragma GCC unroll 2
        for (int v = 0; v < vectors; ++v) sums[r][v] = simd::pmadd(factor, factors[v], sums[r][v]);
      }
    }
    alignas(64) T tile[tile_rows][vectors * lanes];
#pragma GCC unroll 8
    for (int r = 0; r < tile_rows; ++r) {
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) simd::pstore(tile[r] + v * lanes, sums[r][v]);
    }
    store(tile, out + col, c.row_stride, first_row, from - col, into);
  }
  template <std::size_t width>
  static void store(const T (&tile)[tile_rows][width], T* out, std::int64_t out_row, int first_row,
                    std::int64_t first_col, Into into) {
    for (int r = first_row; r < tile_rows; ++r) {
      T* const to = out + r * out_row;
      for (auto j = std::size_t(first_col); j < width; ++j) {
        to[j] = into == Into::sum ? to[j] + tile[r][j] : tile[r][j];
      }
    }
  }
};

}  // namespace relatile::kernel::detail
