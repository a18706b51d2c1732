// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "relatile/kernel/products/matrix_ref.hpp"
#include "relatile/kernel/products/run_products.hpp"
#include "relatile/kernel/scratch.hpp"
#include "relatile/kernel/strided_copy.hpp"

namespace relatile::kernel::detail {

/// Products by loops over runs: of vectors, of matrices so small that nothing else pays, and of
/// integers, for which nobody has more.
template <class T>
class PlainProduct {
 public:
  PlainProduct(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into)
      : a_(a), b_(b), c_(c), into_(into) {}

  void run() {
    if (c_.cols == 1 && a_.row_stride == 1 && c_.row_stride == 1 && c_.rows > 1) {
      return add_columns();
    }
    if (a_.col_stride == 1 && b_.row_stride == 1 && (c_.cols == 1 || b_.col_stride != 1)) {
      return sum_rows();
    }
    if (b_.col_stride == 1) return add_rows();
    if (c_.rows * a_.cols * c_.cols > most_one_by_one) return add_rows_of_copy();
    one_by_one();
  }

 private:
  static constexpr std::int64_t most_one_by_one = 512;  ///< multiplications

  static T* at(const MatrixRef& m, std::int64_t i, std::int64_t j) {
    return reinterpret_cast<T*>(m.data) + i * m.row_stride + j * m.col_stride;
  }
  /// The column of the result is a sum of columns.
  void add_columns() const {
    if (a_.cols == 0) return clear();
    for (std::int64_t k = 0; k < a_.cols; ++k) {
      add(*at(b_, k, 0), at(a_, 0, k), c_.rows, at(c_, 0, 0), k == 0);
    }
  }
  /// Rows of the result are sums of rows.
  void add_rows() const {
    if (a_.cols == 0) return clear();
    for (std::int64_t i = 0; i < c_.rows; ++i) {
      for (std::int64_t k = 0; k < a_.cols; ++k) {
        add(*at(a_, i, k), at(b_, k, 0), c_.cols, at(c_, i, 0), k == 0);
      }
    }
  }
  void add(T factor, const T* x, std::int64_t count, T* to, bool first) const {
    if (first && into_ == Into::nothing) {
      add_scaled<true>(factor, x, count, to);
    } else {
      add_scaled<false>(factor, x, count, to);
    }
  }
  void add_rows_of_copy() {
    std::byte* memory =
        product_scratch()[1].reserve(static_cast<std::size_t>(b_.rows * b_.cols) * sizeof(T));
    copy_strided(memory, {b_.cols, 1}, b_.data, {b_.row_stride, b_.col_stride}, {b_.rows, b_.cols},
                 std::int64_t(sizeof(T)));
    const MatrixRef copy{memory, b_.rows, b_.cols, b_.cols, 1};
    PlainProduct(a_, copy, c_, into_).add_rows();
  }
  void sum_rows() const {
    for (std::int64_t i = 0; i < c_.rows; ++i) {
      for (std::int64_t j = 0; j < c_.cols; ++j) {
        put(*at(c_, i, j), dot(at(a_, i, 0), at(b_, 0, j), a_.cols));
      }
    }
  }
  void one_by_one() const {
    for (std::int64_t i = 0; i < c_.rows; ++i) {
      for (std::int64_t j = 0; j < c_.cols; ++j) {
        T sum(0);
        for (std::int64_t k = 0; k < a_.cols; ++k) {
          sum = plus_product(sum, *at(a_, i, k), *at(b_, k, j));
        }
        put(*at(c_, i, j), sum);
      }
    }
  }
  void put(T& to, const T& sum) const { to = into_ == Into::sum ? static_cast<T>(to + sum) : sum; }
  /// Sums of nothing.
  void clear() const {
    if (into_ == Into::sum) return;
    for (std::int64_t i = 0; i < c_.rows; ++i) {
      for (std::int64_t j = 0; j < c_.cols; ++j) *at(c_, i, j) = T(0);
    }
  }

  const MatrixRef& a_;
  const MatrixRef& b_;
  const MatrixRef& c_;
  Into into_;
};

}  // namespace relatile::kernel::detail
