// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "relatile/kernel/matrix_ref.hpp"

namespace relatile::kernel::detail {

/// Products of few columns. The general kernels first copy both operands into an order of their
/// own, which for so few multiplications an element takes longer than these: here the left operand
/// is read as it lies, and the right one, some rows at a time, stays in the first-level cache.
template <class T>
class ThinProduct {
  using Packet = typename Eigen::internal::packet_traits<T>::type;
  static constexpr std::int64_t lanes = Eigen::internal::unpacket_traits<Packet>::size;

 public:
  /// False for what the general kernels are better at, or which this one does not know. Without
  /// the machine's wide vectors compiled in, a BLAS that chooses its code at run time is faster.
  static bool takes(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c) {
    if (lanes * std::int64_t(sizeof(T)) < 32) return false;
    if (c.cols > most_columns || c.cols % lanes != 0 || a.cols <= 1) return false;
    if (c.cols == most_columns && a.row_major() && a.cols > longest_rows) return false;
    return is_dense(b) || c.rows >= fewest_rows_to_copy;
  }

  static void run(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into) {
    alignas(64) std::array<T, std::size_t(block_elements)> copy;
    const std::int64_t block = block_elements / c.cols;
    for (std::int64_t k = 0; k < a.cols; k += block, into = Into::sum) {
      const std::int64_t count = std::min(block, a.cols - k);
      const T* right = at(b) + k * b.row_stride;
      if (!is_dense(b)) {
        for (std::int64_t i = 0; i < count; ++i) {
          for (std::int64_t j = 0; j < b.cols; ++j) {
            copy[std::size_t(i * b.cols + j)] = right[i * b.row_stride + j * b.col_stride];
          }
        }
        right = copy.data();
      }
      std::int64_t i = 0;
      for (; i + tile_rows <= c.rows; i += tile_rows)
        run_rows<tile_rows>(a, right, c, i, k, count, into);
      for (; i < c.rows; ++i) run_rows<1>(a, right, c, i, k, count, into);
    }
  }

 private:
  static constexpr std::int64_t most_columns = 32;
  static constexpr std::int64_t longest_rows = 512;     ///< of the left operand, for most columns
  static constexpr std::int64_t block_elements = 4096;  ///< of the right operand
  static constexpr std::int64_t fewest_rows_to_copy = 64;
  /// Sums of two vectors a row take half of the registers.
  static constexpr int tile_rows = EIGEN_ARCH_DEFAULT_NUMBER_OF_REGISTERS >= 32 ? 8 : 4;

  static bool is_dense(const MatrixRef& b) { return b.row_major() && b.row_stride == b.cols; }
  static T* at(const MatrixRef& m) { return reinterpret_cast<T*>(m.data); }

  template <int Rows>
  static void run_rows(const MatrixRef& a, const T* right, const MatrixRef& c, std::int64_t i,
                       std::int64_t k, std::int64_t count, Into into) {
    const T* left = at(a) + i * a.row_stride + k * a.col_stride;
    T* out = at(c) + i * c.row_stride;
    std::int64_t j = 0;
    for (; j + 2 * lanes <= c.cols; j += 2 * lanes) {
      run_tile<Rows, 2>(left, a, right + j, c.cols, count, out + j, c.row_stride, into);
    }
    if (j < c.cols)
      run_tile<Rows, 1>(left, a, right + j, c.cols, count, out + j, c.row_stride, into);
  }
  template <int Rows, int Vectors>
  static void run_tile(const T* left, const MatrixRef& a, const T* right, std::int64_t right_row,
                       std::int64_t count, T* out, std::int64_t out_row, Into into) {
    namespace simd = Eigen::internal;
    const std::int64_t row = a.row_stride;
    const std::int64_t col = a.col_stride;
    Packet sums[Rows][Vectors];
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) sums[r][v] = simd::pset1<Packet>(T(0));
    }
    for (std::int64_t k = 0; k < count; ++k, left += col, right += right_row) {
      Packet factors[Vectors];
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) factors[v] = simd::ploadu<Packet>(right + v * lanes);
#pragma GCC unroll 8
      for (int r = 0; r < Rows; ++r) {
        const Packet factor = simd::pset1<Packet>(left[r * row]);
#pragma GCC unroll 2
        for (int v = 0; v < Vectors; ++v) sums[r][v] = simd::pmadd(factor, factors[v], sums[r][v]);
      }
    }
#pragma GCC unroll 8
    for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 2
      for (int v = 0; v < Vectors; ++v) {
        T* const to = out + r * out_row + v * lanes;
        const Packet sum = sums[r][v];
        simd::pstoreu(to, into == Into::sum ? simd::padd(simd::ploadu<Packet>(to), sum) : sum);
      }
    }
  }
};

}  // namespace relatile::kernel::detail
