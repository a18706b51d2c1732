// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cstdint>

#include "relatile/kernel/products/matrix_ref.hpp"

// Eigen's matrix products without its expressions: these would compile each product many times, for
// all orders of the operands and for sizes that other loops are for.

namespace relatile::kernel::detail {

/// What Eigen multiplies: it sees our result by columns, so transposed, and the operands swapped.
template <class T>
class EigenProduct {
 public:
  /// c += a b, or c = a b.
  static void gemm(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into) {
    if (into == Into::nothing) clear(c, false);
    if (a.row_major()) {
      b.row_major() ? add<by_columns, by_columns>(a, b, c) : add<by_rows, by_columns>(a, b, c);
    } else {
      b.row_major() ? add<by_columns, by_rows>(a, b, c) : add<by_rows, by_rows>(a, b, c);
    }
  }
  /// c of a times its transpose: one half is computed, the other one copied.
  static void syrk(const MatrixRef& a, const MatrixRef& c, Into into) {
    if (into == Into::nothing) clear(c, true);
    a.row_major() ? add_half<by_rows, by_columns>(a, c) : add_half<by_columns, by_rows>(a, c);
    mirror_lower<T>(c);
  }

 private:
  static constexpr int by_columns = Eigen::ColMajor;
  static constexpr int by_rows = Eigen::RowMajor;
  using Blocking = Eigen::internal::gemm_blocking_space<Eigen::ColMajor, T, T, Eigen::Dynamic,
                                                        Eigen::Dynamic, Eigen::Dynamic>;

  static T* elements(const MatrixRef& m) { return reinterpret_cast<T*>(m.data); }
  static void clear(const MatrixRef& c, bool lower) {
    for (std::int64_t i = 0; i < c.rows; ++i) {
      std::fill_n(elements(c) + i * c.row_stride, lower ? i + 1 : c.cols, T(0));
    }
  }
  template <int OrderOfB, int OrderOfA>
  static void add(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c) {
    Blocking blocking(c.cols, c.rows, a.cols, 1, true);
    Eigen::internal::general_matrix_matrix_product<Eigen::Index, T, OrderOfB, false, T, OrderOfA,
                                                   false, Eigen::ColMajor, 1>::run(c.cols, c.rows,
                                                                                   a.cols,
                                                                                   elements(b),
                                                                                   b.leading(),
                                                                                   elements(a),
                                                                                   a.leading(),
                                                                                   elements(c), 1,
                                                                                   c.leading(),
                                                                                   T(1), blocking,
                                                                                   nullptr);
  }
  template <int OrderOfA, int OrderOfTransposed>
  static void add_half(const MatrixRef& a, const MatrixRef& c) {
    Blocking blocking(c.rows, c.rows, a.cols, 1, false);
    Eigen::internal::general_matrix_matrix_triangular_product<
        Eigen::Index, T, OrderOfA, false, T, OrderOfTransposed, false, Eigen::ColMajor, 1,
        Eigen::Upper>::run(c.rows, a.cols, elements(a), a.leading(), elements(a), a.leading(),
                           elements(c), 1, c.leading(), T(1), blocking);
  }
};

}  // namespace relatile::kernel::detail
