// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "relatile/kernel/products/matrix_ref.hpp"
#include "relatile/kernel/scratch.hpp"
#include "relatile/kernel/strided_copy.hpp"

namespace relatile::kernel::detail {

/// Products by loops of our own. A tile of the result keeps its sums in registers, panels of the
/// right operand stay in the second-level cache, rows of the left one are read as they lie, if its
/// elements follow each other by rows. So products of few columns copy nothing; the general kernels
/// first copy both operands into an order of their own, which for few multiplications an element
/// takes as long as these.
///
///   source  the order of the loops: K. Goto and R. A. van de Geijn, Anatomy of high-performance
///           matrix multiplication, ACM Transactions on Mathematical Software 34(3), 2008
template <class T>
class OwnProduct {
  using Packet = typename Eigen::internal::packet_traits<T>::type;
  static constexpr std::int64_t lanes = Eigen::internal::unpacket_traits<Packet>::size;
  /// Sums of two vectors a row take half of the registers, or all but a few.
  static constexpr int tile_rows = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32 ? 8 : 6;

 public:
  /// False for what it does not know. Without the machine's wide vectors compiled in, a BLAS that
  /// chooses its code at run time is faster.
  static bool takes(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c) {
    if (!fits(c)) return false;
    if (c.cols > most_columns) return width >= 64 && a.cols >= 16;
    if (!is_dense(b) && c.rows < fewest_rows_to_copy) return false;
    if (!a.row_major()) return width >= 64 || c.cols <= most_of_narrow;
    return a.cols >= (c.cols <= most_of_narrow ? 2 : 16);
  }
  /// The same of a matrix times its transpose.
  static bool takes_half(const MatrixRef& c) { return fits(c) && (width >= 64 || c.cols <= 64); }

  /// What it is better at than a BLAS that multiplies large matrices as fast as it does, and small
  /// ones, which are in cache, faster.
  static bool is_thin(const MatrixRef& a, const MatrixRef& c) {
    const bool is_long = c.rows >= 1024 || a.cols >= 512;
    return is_long && c.cols <= most_columns && (!a.row_major() || a.cols >= 64);
  }
  static bool is_thin_half(const MatrixRef& a, const MatrixRef& c) {
    return c.cols <= 48 && !a.row_major();
  }

  static void run(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into) {
    OwnProduct(a, b, c, into, false).run();
  }
  static void run_half(const MatrixRef& a, const MatrixRef& c, Into into) {
    const MatrixRef transposed{a.data, a.cols, a.rows, a.col_stride, a.row_stride};
    OwnProduct(a, transposed, c, into, true).run();
    mirror_lower<T>(c);
  }

 private:
  static constexpr std::int64_t width = lanes * std::int64_t(sizeof(T));  ///< of vectors, in bytes
  // A panel of doubles and the rows beside it take 768 KB of a second-level cache, a tile's rows
  // 32 KB of a first. Of more or fewer columns at a time none was faster.
  static constexpr std::int64_t most_columns = 128;  ///< of a panel
  static constexpr std::int64_t most_of_narrow = 32;
  static constexpr std::int64_t fewest_rows_to_copy = 64;  ///< that a copied panel must serve
  static constexpr std::int64_t columns_at_once = 1024;    ///< whose panels are copied at once
  static constexpr std::int64_t most_summed = 512;
  static constexpr std::int64_t rows_at_once = 8 * tile_rows;
  static constexpr std::int64_t far_bytes = 1 << 21;  ///< more than a second-level cache

  /// Some columns of the right operand.
  struct Panel {
    std::int64_t begin;
    std::int64_t end;
    const T* rows;
    std::int64_t row_stride;
  };

  static bool fits(const MatrixRef& c) {
    return width >= 32 && c.rows >= tile_rows && c.cols >= lanes;
  }
  static bool is_dense(const MatrixRef& b) { return b.row_major() && b.row_stride == b.cols; }
  /// Whether so many columns of consecutive elements come from memory, and are long enough.
  static bool is_far(const MatrixRef& a) {
    return a.rows >= rows_at_once && a.rows * a.cols * std::int64_t(sizeof(T)) >= far_bytes;
  }
  static T* at(const MatrixRef& m, std::int64_t i, std::int64_t j) {
    return reinterpret_cast<T*>(m.data) + i * m.row_stride + j * m.col_stride;
  }
  static MatrixRef part(const MatrixRef& m, std::int64_t row, std::int64_t rows, std::int64_t col,
                        std::int64_t cols) {
    return {reinterpret_cast<std::byte*>(at(m, row, col)), rows, cols, m.row_stride, m.col_stride};
  }
  /// Whether rows of the left operand that are multiplied at once are copied tile by tile, a column
  /// of each after the other: where columns are consecutive, and many columns of the right operand
  /// read them, or they come from memory. Read where they lie, a few elements of a column at a
  /// time, they would come from memory at a third of its rate.
  static bool goes_by_tiles(const MatrixRef& a, const MatrixRef& c) {
    return !a.row_major() && (c.cols > most_columns || is_far(a));
  }
  /// The first row of a tile: the last one may overlap the one before.
  static std::int64_t top_of(std::int64_t number, std::int64_t rows) {
    return std::min(number * tile_rows, rows - tile_rows);
  }

  static void copy_by_rows(const MatrixRef& m, std::byte* memory) {
    copy_strided(memory, {m.cols, 1}, m.data, {m.row_stride, m.col_stride}, {m.rows, m.cols},
                 std::int64_t(sizeof(T)));
  }

  OwnProduct(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into, bool lower)
      : a_(a),
        b_(b),
        c_(c),
        into_(into),
        lower_(lower),
        copies_right_(!(b.row_major() && c.rows < fewest_rows_to_copy) &&
                      !(is_dense(b) && c.cols <= most_columns)),
        left_by_tiles_(goes_by_tiles(a, c)) {}

  void run() {
    const Into into = into_;
    for (std::int64_t begin = 0; begin < c_.cols; into_ = into) {
      std::int64_t end = begin;
      while (end < c_.cols && end < begin + columns_at_once) end = end_of_panel(end);
      const std::int64_t most = a_.row_major() ? most_summed : most_summed / 2;
      for (std::int64_t k = 0; k < a_.cols; k += most, into_ = Into::sum) {
        add_products(k, std::min(most, a_.cols - k), begin, end);
      }
      begin = end;
    }
  }
  /// None is narrower than a vector.
  std::int64_t end_of_panel(std::int64_t begin) const {
    const std::int64_t rest = c_.cols - begin;
    if (rest <= most_columns) return c_.cols;
    return begin + (rest < most_columns + lanes ? most_columns / 2 : most_columns);
  }

  /// Of `count` elements of every sum, for the columns from `begin` to `end`.
  void add_products(std::int64_t k, std::int64_t count, std::int64_t begin, std::int64_t end) {
    std::byte* memory = nullptr;
    if (copies_right_) {
      memory = product_scratch()[1].reserve(std::size_t(count * (end - begin)) * sizeof(T));
    }
    for (std::int64_t col = begin; col < end; col = end_of_panel(col)) {
      if (!copies_right_) continue;
      const std::int64_t cols = end_of_panel(col) - col;
      copy_by_rows(part(b_, k, count, col, cols),
                   memory + (col - begin) * count * std::int64_t(sizeof(T)));
    }
    for (std::int64_t row = 0; row < c_.rows; row += rows_at_once) {
      const std::int64_t from = std::min(row, c_.rows - tile_rows);
      const std::int64_t rows = std::min(row + rows_at_once, c_.rows) - from;
      if (lower_ && begin >= from + rows) continue;
      const MatrixRef left = left_rows(from, rows, k, count);
      for (std::int64_t col = begin; col < end; col = end_of_panel(col)) {
        if (lower_ && col >= from + rows) break;
        const std::int64_t cols = end_of_panel(col) - col;
        Panel panel{col, col + cols, at(b_, k, col), b_.row_stride};
        if (copies_right_) {
          panel.rows = reinterpret_cast<const T*>(memory) + (col - begin) * count;
          panel.row_stride = cols;
        }
        add_rows(left, panel, row, from);
      }
    }
  }
  MatrixRef left_rows(std::int64_t from, std::int64_t rows, std::int64_t k,
                      std::int64_t count) const {
    const MatrixRef left = part(a_, from, rows, k, count);
    if (!left_by_tiles_) return left;
    const std::int64_t tiles = (rows + tile_rows - 1) / tile_rows;
    std::byte* const memory =
        product_scratch()[0].reserve(std::size_t(tiles * tile_rows * count) * sizeof(T));
    copy_to_tiles(left, tiles, reinterpret_cast<T*>(memory));
    return {memory, rows, count, 1, tile_rows};
  }
  /// Every column is read once, all of it.
  static void copy_to_tiles(const MatrixRef& left, std::int64_t tiles, T* to) {
    for (std::int64_t k = 0; k < left.cols; ++k, to += tile_rows) {
      const T* const column = at(left, 0, k);
      for (std::int64_t t = 0; t < tiles; ++t) {
        std::copy_n(column + top_of(t, left.rows), tile_rows, to + t * tile_rows * left.cols);
      }
    }
  }

  /// A tile of these rows, which have that order.
  MatrixRef tile_of(const MatrixRef& left, std::int64_t number) const {
    if (!left_by_tiles_) {
      return part(left, top_of(number, left.rows), tile_rows, 0, left.cols);
    }
    T* const data = reinterpret_cast<T*>(left.data) + number * tile_rows * left.cols;
    return {reinterpret_cast<std::byte*>(data), tile_rows, left.cols, 1, tile_rows};
  }

  /// The rows that begin at `row`, of which the left operand's begin at `from`. The last tile may
  /// overlap the one before: only what is new is stored.
  void add_rows(const MatrixRef& left, const Panel& panel, std::int64_t row,
                std::int64_t from) const {
    for (std::int64_t t = 0; row < from + left.rows; ++t, row += tile_rows) {
      const std::int64_t top = from + top_of(t, left.rows);
      const MatrixRef tile = tile_of(left, t);
      const std::int64_t end = lower_ ? std::min(top + tile_rows, panel.end) : panel.end;
      std::int64_t col = panel.begin;
      for (; col + 2 * lanes <= end; col += 2 * lanes) add_tile<2>(tile, panel, row, top, col, col);
      for (; col < end; col += lanes) {
        add_tile<1>(tile, panel, row, top, col, std::min(col, panel.end - lanes));
      }
    }
  }

  template <int vectors>
  using Sums = Packet[tile_rows][std::size_t(vectors)];

  /// The tile at (top, first), of which the elements from (row, col) on are stored.
  template <int vectors>
  void add_tile(const MatrixRef& left, const Panel& panel, std::int64_t row, std::int64_t top,
                std::int64_t col, std::int64_t first) const {
    namespace simd = Eigen::internal;
    // Where a row is one tile wide, tiles follow each other in memory.
    if (c_.row_stride > 2 * lanes) prefetch<vectors>(top, first);
    const T* factors_of_row = reinterpret_cast<const T*>(left.data);
    const T* right = panel.rows + (first - panel.begin);
    Sums<vectors> sums;
#pragma GCC unroll 8
    for (int r = 0; r < tile_rows; ++r) {
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) sums[r][v] = simd::pset1<Packet>(T(0));
    }
    for (std::int64_t k = 0; k < left.cols; ++k) {
      Packet factors[std::size_t(vectors)];
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) factors[v] = simd::ploadu<Packet>(right + v * lanes);
#pragma GCC unroll 8
      for (int r = 0; r < tile_rows; ++r) {
        const Packet factor = simd::pset1<Packet>(factors_of_row[r * left.row_stride]);
#pragma GCC unroll 2
        for (int v = 0; v < vectors; ++v) sums[r][v] = simd::pmadd(factor, factors[v], sums[r][v]);
      }
      factors_of_row += left.col_stride;
      right += panel.row_stride;
    }
    if (row == top && col == first) {
      store<vectors>(sums, top, first);
    } else {
      store_rest<vectors>(sums, row, top, col, first);
    }
  }
  /// The tile's elements of the result come while its sums are made: rows lie apart, where no
  /// hardware looks ahead. A third of the time of sums of 75 products went by waiting for them.
  template <int vectors>
  void prefetch(std::int64_t top, std::int64_t first) const {
#pragma GCC unroll 8
    for (int r = 0; r < tile_rows; ++r) {
      const T* const row = at(c_, top + r, first);
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) __builtin_prefetch(row + v * lanes, 1);
    }
  }
  template <int vectors>
  void store(const Sums<vectors>& sums, std::int64_t top, std::int64_t first) const {
    namespace simd = Eigen::internal;
#pragma GCC unroll 8
    for (int r = 0; r < tile_rows; ++r) {
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) {
        T* const to = at(c_, top + r, first) + v * lanes;
        const Packet& sum = sums[r][v];
        simd::pstoreu(to, into_ == Into::sum ? simd::padd(simd::ploadu<Packet>(to), sum) : sum);
      }
    }
  }
  /// From (row, col) on.
  template <int vectors>
  void store_rest(const Sums<vectors>& sums, std::int64_t row, std::int64_t top, std::int64_t col,
                  std::int64_t first) const {
    alignas(64) T tile[tile_rows][std::size_t(vectors * lanes)];
#pragma GCC unroll 8
    for (int r = 0; r < tile_rows; ++r) {
#pragma GCC unroll 2
      for (int v = 0; v < vectors; ++v) {
        Eigen::internal::pstore(tile[r] + v * lanes, sums[r][v]);
      }
    }
    for (std::int64_t r = row - top; r < tile_rows; ++r) {
      T* const to = at(c_, top + r, first);
      for (std::int64_t j = col - first; j < vectors * lanes; ++j) {
        to[j] = into_ == Into::sum ? to[j] + tile[r][j] : tile[r][j];
      }
    }
  }

  const MatrixRef& a_;
  const MatrixRef& b_;
  const MatrixRef& c_;
  Into into_;
  bool lower_;         ///< what is above the diagonal is left as it is, but near it
  bool copies_right_;  ///< to panels
  bool left_by_tiles_;
};

}  // namespace relatile::kernel::detail
