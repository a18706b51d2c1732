// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/spectral/small_dense.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/kernel/factorizations/impl/definite_system.hpp"
#include "relatile/kernel/factorizations/impl/solve_in_place.hpp"
#include "relatile/kernel/spectral/decompositions.hpp"

namespace relatile::kernel {
namespace detail {

using Numbers = std::vector<double>;

inline RowMajor<double> small(const Numbers& a, std::int64_t rows, std::int64_t cols) {
  RowMajor<double> m(rows, cols);
  std::copy_n(a.data(), rows * cols, m.data());
  return m;
}
inline Numbers elements_of(const RowMajor<double>& m) {
  return {m.data(), m.data() + m.rows() * m.cols()};
}
inline void scale_rows(const RowMajor<double>& m, const Numbers& by) {
  for (std::int64_t i = 0; i < m.rows(); ++i) scale(m.row(i), nth(by, i), m.cols());
}
inline double sum_of_sizes(const Numbers& x) {
  double sum = 0;
  for (const double element : x) sum += std::abs(element);
  return sum;
}

/// About the largest sum of a column's absolute values, of the inverse of l l^T: [Hager, Condition
/// estimates, 1984], and Higham's vector for what that misses.
inline double norm_of_inverse(const RowsMap<double>& l) {
  const std::int64_t n = l.rows();
  const auto count = static_cast<std::size_t>(n);
  Numbers x(count, 1 / double(n));
  double norm = 0;
  for (int step = 0; step < 5; ++step) {
    Numbers y = x;
    solve_by_factor(l, y.data());
    const double found = sum_of_sizes(y);
    if (!(found > norm)) break;
    norm = found;
    for (double& element : y) element = element < 0 ? -1 : 1;
    solve_by_factor(l, y.data());
    const auto steepest = std::max_element(
        y.begin(), y.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    const double along = conjugate_dot<double>(y.data(), x.data(), n);
    if (std::abs(*steepest) <= along) break;
    std::fill(x.begin(), x.end(), 0.0);
    x[static_cast<std::size_t>(steepest - y.begin())] = 1;
  }
  for (std::size_t i = 0; i < count; ++i) {
    x[i] = (i % 2 == 0 ? 1 : -1) * (1 + double(i) / double(std::max<std::int64_t>(n - 1, 1)));
  }
  solve_by_factor(l, x.data());
  return std::max(norm, 2 * sum_of_sizes(x) / (3 * double(n)));
}
/// Of a symmetric matrix.
inline double norm_of_columns(const RowMajor<double>& a) {
  double norm = 0;
  for (std::int64_t i = 0; i < a.rows(); ++i) {
    norm = std::max(norm, sum_of_sizes({a.row(i), a.row(i) + a.cols()}));
  }
  return norm;
}

/// x without what is along the rows of `directions`, which become orthonormal, the longest first,
/// but for those that depend on others.
inline void take_out(const RowMajor<double>& directions, const RowMajor<double>& x) {
  const std::int64_t n = directions.cols();
  double longest = 0;
  for (std::int64_t k = 0; k < directions.rows(); ++k) {
    std::int64_t chosen = k;
    double square = 0;
    for (std::int64_t i = k; i < directions.rows(); ++i) {
      const double other = squared_norm(directions.row(i), n);
      if (other > square) {
        square = other;
        chosen = i;
      }
    }
    double* const q = directions.row(k);
    std::swap_ranges(q, q + n, directions.row(chosen));
    for (std::int64_t i = 0; i < k; ++i) {
      const double* const p = directions.row(i);
      add_multiple<double>(q, -conjugate_dot<double>(p, q, n), p, n);
    }
    const double length = std::sqrt(squared_norm(q, n));
    longest = std::max(longest, length);
    if (!(length > longest * double(directions.rows()) * std::numeric_limits<double>::epsilon())) {
      return;
    }
    scale(q, 1 / length, n);
    for (std::int64_t i = k + 1; i < directions.rows(); ++i) {
      add_multiple<double>(directions.row(i), -conjugate_dot<double>(q, directions.row(i), n), q,
                           n);
    }
    for (std::int64_t i = 0; i < x.rows(); ++i) {
      add_multiple<double>(x.row(i), -conjugate_dot<double>(q, x.row(i), n), q, n);
    }
  }
}

/// The solutions of least norm, each a row, where right-hand sides are rows of `right` and both are
/// scaled by `units`.
inline RowMajor<double> least_solution(const Numbers& matrix, const Numbers& units,
                                       const RowMajor<double>& right) {
  const std::int64_t n = std::int64_t(units.size());
  const SymmetricEigen eigen = symmetric_eigen(matrix, n);
  const RowMajor<double> v = small(eigen.vectors, n, n);
  double largest = 0;
  for (const double value : eigen.values) largest = std::max(largest, std::abs(value));
  const double least = double(n) * std::numeric_limits<double>::epsilon() * largest;
  RowMajor<double> x(right.rows(), n);
  fill(map_of(x), 0.0);
  std::int64_t left_out = 0;
  for (std::int64_t k = 0; k < n; ++k) {
    const bool kept = nth(eigen.values, k) > least;
    if (!kept) ++left_out;
    const double inverse = kept ? 1 / nth(eigen.values, k) : 0.0;
    for (std::int64_t c = 0; c < right.rows(); ++c) {
      const double along = conjugate_dot<double>(v.row(k), right.row(c), n);
      add_multiple<double>(x.row(c), inverse * along, v.row(k), n);
    }
  }
  const auto scale_columns = [&](const RowMajor<double>& m, std::int64_t rows) {
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < n; ++j) m(i, j) *= nth(units, j);
    }
  };
  scale_columns(x, x.rows());
  if (left_out > 0 && left_out < n) {  // eigenvalues ascend
    // Of least norm as it is, not as it is scaled.
    scale_columns(v, left_out);
    RowMajor<double> none(left_out, n);
    std::copy_n(v.data(), left_out * n, none.data());
    take_out(none, x);
  }
  return x;
}

}  // namespace detail

RELATILE_INLINE SolvedSystem solve_symmetric(const std::vector<double>& a, std::int64_t n,
                                             const std::vector<double>& b, std::int64_t columns) {
  if (n == 0) return {{}, true};
  // What is singular does not depend on the units of columns: the diagonal is scaled to ones.
  detail::Numbers units;
  for (std::int64_t i = 0; i < n; ++i) {
    const double pivot = nth(a, i * n + i);
    units.push_back(pivot > 0 ? 1 / std::sqrt(pivot) : 1.0);
  }
  const RowMajor<double> matrix = detail::small(a, n, n);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < n; ++j) matrix(i, j) *= nth(units, i) * nth(units, j);
  }
  const RowMajor<double> rows = detail::small(b, n, columns);
  detail::scale_rows(rows, units);
  RowMajor<double> right = transpose_of(map_of(rows));
  const detail::Numbers scaled = detail::elements_of(matrix);
  const double norm = detail::norm_of_columns(matrix);
  const RowsMap<double> l = map_of(matrix);
  constexpr double eps = std::numeric_limits<double>::epsilon();
  const bool definite = detail::cholesky_in_place<double>(l) < 0 &&
                        1 > double(n) * eps * norm * detail::norm_of_inverse(l);
  if (definite) {
    for (std::int64_t c = 0; c < columns; ++c) detail::solve_by_factor(l, right.row(c));
  } else {
    right = detail::least_solution(scaled, units, right);
  }
  const RowMajor<double> x = transpose_of(map_of(right));
  if (definite) detail::scale_rows(x, units);
  return {detail::elements_of(x), definite};
}

RELATILE_INLINE SymmetricEigen symmetric_eigen(const std::vector<double>& a, std::int64_t n) {
  if (n == 0) return {};
  detail::ColumnMajor<double> matrix(n, n);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < n; ++j) matrix(i, j) = nth(a, i * n + j);
  }
  const auto is_finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(a.begin(), a.end(), is_finite)) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    return {detail::Numbers(std::size_t(n), none), detail::Numbers(std::size_t(n * n), none)};
  }
  auto pairs = detail::decompositions::hermitian_pairs("eigenvalues", std::move(matrix), true);
  return {std::move(pairs.values), detail::elements_of(pairs.vectors.as_rows())};
}

RELATILE_INLINE std::vector<double> cholesky_lower(const std::vector<double>& a, std::int64_t n) {
  const RowMajor<double> l = detail::small(a, n, n);
  if (detail::cholesky_in_place<double>(map_of(l)) >= 0) return {};
  clear_above(map_of(l));
  return detail::elements_of(l);
}

RELATILE_INLINE std::vector<double> inverse_lower(const std::vector<double>& l, std::int64_t n) {
  const RowMajor<double> inverse(n, n);
  fill(map_of(inverse), 0.0);
  for (std::int64_t i = 0; i < n; ++i) inverse(i, i) = 1;
  detail::solve_lower<double>(map_of(detail::small(l, n, n)), map_of(inverse), false);
  return detail::elements_of(inverse);
}

}  // namespace relatile::kernel
