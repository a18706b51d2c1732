// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/factorizations/lu.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/kernel/factorizations/impl/solve_in_place.hpp"

namespace relatile::kernel {
namespace detail {

/// Of the two digits that a row's number is stored as.
inline constexpr std::int64_t digit_base = 4096;

/// As large as LAPACK takes an element for.
template <class T>
real_t<T> size_of_element(const T& x) {
  return std::abs(std::real(x)) + std::abs(std::imag(x));
}

using Pivots = std::vector<std::int64_t>;

template <class T>
void exchange_rows(const RowsMap<T>& a, const Pivots& pivots, std::int64_t begin,
                   std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) {
    const std::int64_t other = nth(pivots, i);
    if (other == i) continue;
    std::swap_ranges(a.row(i), a.row(i) + a.cols(), a.row(other));
  }
}

/// A few columns one by one: column by column in memory, where each is one piece. `pivots` from
/// `first` on are counted from a's first row, which is number `first`.
template <class T>
void eliminate_one_by_one(const RowsMap<T>& a, Pivots& pivots, std::int64_t first) {
  const RowMajor<T> columns = transpose_of(a);
  for (std::int64_t j = 0; j < a.cols(); ++j) {
    T* const column = columns.row(j);
    std::int64_t pivot = j;
    for (std::int64_t i = j + 1; i < a.rows(); ++i) {
      if (size_of_element(column[i]) > size_of_element(column[pivot])) pivot = i;
    }
    nth(pivots, first + j) = first + pivot;
    for (std::int64_t k = 0; k < a.cols() && pivot != j; ++k) {
      std::swap(columns(k, j), columns(k, pivot));
    }
    const std::int64_t rest = a.rows() - j - 1;
    if (column[j] == T(0)) continue;
    divide_all<T>(column + j + 1, T(column[j]), rest);
    for (std::int64_t k = j + 1; k < a.cols(); ++k) {
      add_multiple<T>(columns.row(k) + j + 1, -columns(k, j), column + j + 1, rest);
    }
  }
  copy_transposed(columns, a);
}

/// L and U in place of the columns from `first` on of `a`, from row `first` down, and pivots, which
/// are counted from a's first row.
template <class T>
void eliminate_columns(const RowsMap<T>& a, Pivots& pivots, std::int64_t first, std::int64_t end) {
  const std::int64_t n = end - first;
  const std::int64_t m = a.rows() - first;
  if (n <= smallest_system) {
    return eliminate_one_by_one<T>(part_of(a, first, first, m, n), pivots, first);
  }
  const std::int64_t h = half_of(n);
  const std::int64_t middle = first + h;
  eliminate_columns<T>(a, pivots, first, middle);
  exchange_rows<T>(part_of(a, 0, middle, a.rows(), n - h), pivots, first, middle);
  const auto above = part_of(a, first, middle, h, n - h);
  solve_lower<T>(part_of(a, first, first, h, h), above, true);
  if (m > h) {
    add_product<T>(part_of(a, middle, middle, m - h, n - h), T(-1),
                   part_of(a, middle, first, m - h, h), above);
  }
  eliminate_columns<T>(a, pivots, middle, end);
  exchange_rows<T>(part_of(a, 0, first, a.rows(), h), pivots, middle, end);
}

/// What columns beside a factored matrix become.
template <class T>
void eliminate_beside(const RowsMap<T>& lu, const Pivots& pivots, const RowsMap<T>& beside) {
  const auto k = std::int64_t(pivots.size());
  exchange_rows<T>(beside, pivots, 0, k);
  const auto first = part_of(beside, 0, 0, k, beside.cols());
  solve_lower<T>(part_of(lu, 0, 0, k, k), first, true);
  const std::int64_t rest = lu.rows() - k;
  if (rest == 0) return;
  add_product<T>(part_of(beside, k, 0, rest, beside.cols()), T(-1), part_of(lu, k, 0, rest, k),
                 first);
}

template <class T>
std::int64_t pivot_in(const MatrixRef& digits, std::int64_t column) {
  return std::int64_t(std::real(element_of<T>(digits, 0, column))) * digit_base +
         std::int64_t(std::real(element_of<T>(digits, 1, column)));
}

template <class T>
void factor_lu(const MatrixCall& call) {
  const RowsMap<T> made = rows_of<T>(call.output);
  const std::int64_t m = call.inputs[0].rows;
  const std::int64_t n = made.cols();
  const std::int64_t k = std::min(m, n);
  const auto lu = part_of(made, rows_of_pivots, 0, m, n);
  copy_matrix<T>(call.inputs[0], lu);
  Pivots pivots(static_cast<std::size_t>(k));
  const auto left = part_of(lu, 0, 0, m, k);
  eliminate_columns<T>(left, pivots, 0, k);
  if (n > k) eliminate_beside<T>(left, pivots, part_of(lu, 0, k, m, n - k));
  fill(part_of(made, 0, 0, rows_of_pivots, n), T(0));
  for (std::int64_t j = 0; j < k; ++j) {
    made(0, j) = T(real_t<T>(nth(pivots, j) / digit_base));
    made(1, j) = T(real_t<T>(nth(pivots, j) % digit_base));
  }
}

template <class T>
void eliminate(const MatrixCall& call) {
  const RowsMap<T> stored = rows_of<T>(call.inputs[0]);
  const std::int64_t m = stored.rows() - rows_of_pivots;
  const std::int64_t k = std::min(m, stored.cols());
  MatrixRef digits = call.inputs[0];
  digits.rows = rows_of_pivots;
  Pivots pivots;
  for (std::int64_t j = 0; j < k; ++j) pivots.push_back(pivot_in<T>(digits, j));
  const RowsMap<T> made = rows_of<T>(call.output);
  copy_matrix<T>(call.inputs[1], part_of(made, 0, 0, m, made.cols()));
  eliminate_beside<T>(part_of(stored, rows_of_pivots, 0, m, k), pivots, made);
}

/// Of a factored panel: no zero on U's diagonal.
template <class T>
void require_pivots(const RowsMap<T>& stored, const std::string& function, std::int64_t first) {
  const std::int64_t k = std::min(stored.rows() - rows_of_pivots, stored.cols());
  for (std::int64_t j = 0; j < k; ++j) {
    if (stored(rows_of_pivots + j, j) == T(0)) refuse_zero_pivot(function, first + j);
  }
}

inline Pivots pivots_of(const MatrixRef& row) {
  Pivots pivots;
  for (std::int64_t j = 0; j < row.cols; ++j) {
    pivots.push_back(element_of<std::int64_t>(row, 0, j));
  }
  return pivots;
}

/// Of a product of many factors, which may be beyond what its type can hold before the last one.
template <class T>
class LongProduct {
 public:
  void multiply(const T& factor) {
    using R = real_t<T>;
    const R size = std::abs(factor);
    if (size == R(0) || !std::isfinite(size)) {
      product_ *= factor;
      phase_ *= phase_of_extreme(factor, size);
      log_ += std::log(size);
      return;
    }
    phase_ *= factor / size;
    log_ += std::log(size);
    product_ *= factor;
    int exponent = 0;
    std::frexp(std::abs(product_), &exponent);
    if (product_ == T(0)) return;
    product_ = times_power_of_two(product_, -exponent);
    exponent_ += exponent;
  }
  T phase() const { return phase_; }
  real_t<T> log() const { return log_; }
  T value() const {
    return times_power_of_two(product_, int(std::clamp<std::int64_t>(exponent_, -5000, 5000)));
  }

 private:
  /// The phase of zero, which is zero, of an infinity, or of NaN. An infinite complex number has
  /// none: it is NaN, as in NumPy.
  static T phase_of_extreme(const T& factor, real_t<T> size) {
    if (size == 0) return T(0);
    if constexpr (!is_complex_v<T>) {
      if (std::isinf(factor)) return std::copysign(T(1), factor);
    }
    return factor / size;
  }
  /// The power alone may be no number.
  static T times_power_of_two(const T& x, int exponent) {
    if constexpr (is_complex_v<T>) {
      return T(std::ldexp(x.real(), exponent), std::ldexp(x.imag(), exponent));
    } else {
      return std::ldexp(x, exponent);
    }
  }

  T phase_ = T(1);
  real_t<T> log_ = 0;
  T product_ = T(1);
  std::int64_t exponent_ = 0;
};

template <class T>
void determinant(const MatrixCall& call) {
  const Pivots pivots = pivots_of(call.inputs[1]);
  LongProduct<T> product;
  for (std::size_t j = 0; j < pivots.size(); ++j) {
    product.multiply(element_of<T>(call.inputs[0], 0, std::int64_t(j)));
    if (pivots[j] != std::int64_t(j)) product.multiply(T(-1));
  }
  const RowsMap<T> made = rows_of<T>(call.output);
  made(0, 0) = product.phase();
  made(0, 1) = T(product.log());
  made(0, 2) = product.value();
}

}  // namespace detail

template <class T>
MatrixKernel lu_kernel() {
  return {"lu", detail::factor_lu<T>};
}

template <class T>
MatrixKernel eliminate_kernel(const std::string& function, std::int64_t first) {
  if (function.empty()) return {"lu.eliminate", detail::eliminate<T>};
  return {"lu.eliminate",
          [function, first](const MatrixCall& call) {
            detail::require_pivots<T>(rows_of<T>(call.inputs[0]), function, first);
            detail::eliminate<T>(call);
          },
          function + ' ' + std::to_string(first)};
}

template <class T>
MatrixKernel pivots_kernel(std::int64_t panel) {
  return {"lu.pivots",
          [panel](const MatrixCall& call) {
            const RowsMap<std::int64_t> made = rows_of<std::int64_t>(call.output);
            for (std::int64_t j = 0; j < made.cols(); ++j) {
              made(0, j) = j / panel * panel + detail::pivot_in<T>(call.inputs[0], j);
            }
          },
          std::to_string(panel)};
}

RELATILE_INLINE MatrixKernel row_order_kernel() {
  return {"lu.row_order", [](const MatrixCall& call) {
            const RowsMap<std::int64_t> made = rows_of<std::int64_t>(call.output);
            for (std::int64_t i = 0; i < made.rows(); ++i) made(i, 0) = i;
            const detail::Pivots pivots = detail::pivots_of(call.inputs[0]);
            detail::exchange_rows<std::int64_t>(made, pivots, 0, std::int64_t(pivots.size()));
          }};
}

template <class T>
MatrixKernel exchange_rows_kernel(std::int64_t first, std::int64_t begin) {
  return {"lu.exchange_rows",
          [first, begin](const MatrixCall& call) {
            const RowsMap<T> made = rows_of<T>(call.output);
            copy_matrix<T>(call.inputs[1], part_of(made, 0, 0, made.rows(), made.cols()));
            detail::Pivots pivots = detail::pivots_of(call.inputs[0]);
            pivots.erase(pivots.begin(), pivots.begin() + first);
            for (std::int64_t& pivot : pivots) pivot -= first;
            detail::exchange_rows<T>(made, pivots, begin - first, std::int64_t(pivots.size()));
          },
          std::to_string(first) + ' ' + std::to_string(begin)};
}

template <class T>
MatrixKernel diagonal_kernel() {
  return {"diagonal", [](const MatrixCall& call) {
            const RowsMap<T> made = rows_of<T>(call.output);
            for (std::int64_t j = 0; j < made.cols(); ++j) {
              made(0, j) = element_of<T>(call.inputs[0], j, j);
            }
          }};
}

template <class T>
MatrixKernel determinant_kernel() {
  return {"determinant", detail::determinant<T>};
}

template <class T>
MatrixKernel unit_lower_kernel() {
  return {"unit_lower", [](const MatrixCall& call) {
            const RowsMap<T> made = rows_of<T>(call.output);
            copy_matrix<T>(call.inputs[0], made);
            clear_above(made);
            for (std::int64_t j = 0; j < std::min(made.rows(), made.cols()); ++j) {
              made(j, j) = T(1);
            }
          }};
}

}  // namespace relatile::kernel
