// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <limits>

#include "relatile/core/promotion.hpp"
#include "relatile/kernel/factorizations/impl/multiply.hpp"
#include "relatile/kernel/factorizations/impl/solve_in_place.hpp"

// Householder's reflections, of columns by halves [Elmroth and Gustavson, Applying recursion to
// serial and parallel QR factorization, 2000].

namespace relatile::kernel::detail {

/// So many columns are reflected one by one.
inline constexpr std::int64_t fewest_columns_to_halve = 16;

/// A vector's norm; where squares would overflow or vanish, of the scaled vector.
template <class T>
real_t<T> norm_of(const T* x, std::int64_t count) {
  using R = real_t<T>;
  const R squares = squared_norm(x, count);
  constexpr R least = std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon();
  if (squares > least && squares <= std::numeric_limits<R>::max()) return std::sqrt(squares);
  R largest = 0;
  R sum = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const R size = std::abs(x[i]);
    largest = std::max(largest, size);
    sum += size;
  }
  if (!(largest > 0) || !std::isfinite(largest) || std::isnan(sum)) return sum;
  R of_scaled = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const R size = std::abs(x[i]) / largest;
    of_scaled += size * size;
  }
  return largest * std::sqrt(of_scaled);
}

/// Makes of a column, from its diagonal element down, R's element and the vector of the reflection
/// H^H = I - conj(tau) v v^H; returns tau. Numbers so small that they have lost digits are scaled:
/// tau and v have to fit each other to all digits, or Q's columns are not orthonormal.
template <class T>
T make_reflection(T* column, std::int64_t count) {
  using R = real_t<T>;
  constexpr R least = std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon();
  T* const below = column + 1;
  const std::int64_t rest = count - 1;
  T alpha = column[0];
  R norm = norm_of(below, rest);
  if (norm == R(0) && std::imag(alpha) == R(0)) return T(0);
  R size = std::hypot(std::abs(alpha), norm);
  const bool tiny = size < least;
  if (tiny) {
    scale(below, T(1 / least), rest);
    alpha *= 1 / least;
    norm = norm_of(below, rest);
    size = std::hypot(std::abs(alpha), norm);
  }
  const R beta = -std::copysign(size, std::real(alpha));
  divide_all<T>(below, alpha - T(beta), rest);
  column[0] = tiny ? beta * least : beta;
  return (T(beta) - alpha) / T(beta);
}

/// A few columns one by one: column by column in memory, where each is one piece.
template <class T>
void reflect_one_by_one(const RowsMap<T>& a, const RowsMap<T>& t) {
  const RowMajor<T> columns = transpose_of(a);
  const std::int64_t n = a.cols();
  for (std::int64_t j = 0; j < n; ++j) {
    const std::int64_t rest = a.rows() - j - 1;
    const T tau = make_reflection<T>(columns.row(j) + j, rest + 1);
    const T* const v = columns.row(j) + j + 1;
    for (std::int64_t k = j + 1; k < n; ++k) {
      T* const column = columns.row(k) + j + 1;
      const T along = conjugate(tau) * (columns(k, j) + conjugate_dot(v, column, rest));
      columns(k, j) -= along;
      add_multiple<T>(column, -along, v, rest);
    }
    for (std::int64_t i = 0; i < n; ++i) t(i, j) = T(0);
    t(j, j) = tau;
    for (std::int64_t i = 0; i < j; ++i) {
      t(i, j) = -tau * (conjugate(columns(i, j)) + conjugate_dot(columns.row(i) + j + 1, v, rest));
    }
    for (std::int64_t i = 0; i < j; ++i) {
      T sum(0);
      for (std::int64_t k = i; k < j; ++k) sum += t(i, k) * t(k, j);
      t(i, j) = sum;
    }
  }
  copy_transposed(columns, a);
}

/// The first square of V, with its ones and zeros.
template <class T>
RowMajor<T> top_of(const RowsMap<T>& v) {
  const std::int64_t n = v.cols();
  RowMajor<T> top(n, n);
  copy_matrix<T>(ref_of_rows(part_of(v, 0, 0, n, n)), map_of(top));
  clear_above(map_of(top));
  for (std::int64_t i = 0; i < n; ++i) top(i, i) = T(1);
  return top;
}

/// c = (I - V T^H V^H) c, or with T in place of T^H.
template <class T>
void apply_reflections(const RowsMap<T>& v, const RowsMap<T>& t, const RowsMap<T>& c,
                       bool adjoint) {
  const std::int64_t k = v.cols();
  const std::int64_t rest = v.rows() - k;
  if (k == 0 || c.cols() == 0) return;
  const RowMajor<T> top = top_of<T>(v);
  const auto below = part_of(v, k, 0, rest, k);
  const auto first = part_of(c, 0, 0, k, c.cols());
  const auto others = part_of(c, k, 0, rest, c.cols());
  const RowMajor<T> w = adjoint_product<T>(map_of(top), first);
  add_adjoint_product<T>(map_of(w), T(1), below, others);
  const RowMajor<T> reflected =
      adjoint ? adjoint_product<T>(t, map_of(w)) : product<T>(t, map_of(w));
  add_product<T>(first, T(-1), map_of(top), map_of(reflected));
  if (rest > 0) add_product<T>(others, T(-1), below, map_of(reflected));
}

/// R and V in place of a, of as many rows as columns at least, and T, with zeros below its
/// diagonal.
template <class T>
void reflect_columns(const RowsMap<T>& a, const RowsMap<T>& t) {
  const std::int64_t n = a.cols();
  if (n <= fewest_columns_to_halve) return reflect_one_by_one<T>(a, t);
  const std::int64_t m = a.rows();
  const std::int64_t h = half_of(n);
  const std::int64_t r = n - h;
  const auto left = part_of(a, 0, 0, m, h);
  const auto right = part_of(a, h, h, m - h, r);
  reflect_columns<T>(left, part_of(t, 0, 0, h, h));
  apply_reflections<T>(left, part_of(t, 0, 0, h, h), part_of(a, 0, h, m, r), true);
  reflect_columns<T>(right, part_of(t, h, h, r, r));
  fill(part_of(t, h, 0, r, h), T(0));
  const RowMajor<T> top = top_of<T>(right);
  const RowMajor<T> across = adjoint_product<T>(part_of(a, h, 0, r, h), map_of(top));
  add_adjoint_product<T>(map_of(across), T(1), part_of(a, n, 0, m - n, h),
                         part_of(a, n, h, m - n, r));
  const RowMajor<T> with_second = product<T>(map_of(across), part_of(t, h, h, r, r));
  fill(part_of(t, 0, h, h, r), T(0));
  add_product<T>(part_of(t, 0, h, h, r), T(-1), part_of(t, 0, 0, h, h), map_of(with_second));
}

}  // namespace relatile::kernel::detail
