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

template <class T>
using ColumnMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

/// So many columns are reflected one by one.
inline constexpr Eigen::Index fewest_columns_to_halve = 16;

/// A vector's norm; where squares would overflow or vanish, of the scaled vector.
template <class V>
auto norm_of(const V& x) {
  using R = typename V::RealScalar;
  const R squares = x.squaredNorm();
  constexpr R least = std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon();
  if (squares > least && squares <= std::numeric_limits<R>::max()) return std::sqrt(squares);
  const R largest = x.size() > 0 ? x.cwiseAbs().maxCoeff() : R(0);
  if (!(largest > 0) || !std::isfinite(largest)) return x.size() > 0 ? R(x.cwiseAbs().sum()) : R(0);
  return largest * (x / largest).norm();
}

/// Makes of column j, from its diagonal element down, R's element and the vector of the reflection
/// H^H = I - conj(tau) v v^H; returns tau. Numbers so small that they have lost digits are scaled:
/// tau and v have to fit each other to all digits, or Q's columns are not orthonormal.
template <class T>
T make_reflection(ColumnMajor<T>& q, Eigen::Index j) {
  using R = real_t<T>;
  constexpr R least = std::numeric_limits<R>::min() / std::numeric_limits<R>::epsilon();
  auto below = q.col(j).tail(q.rows() - j - 1);
  T alpha = q(j, j);
  R norm = norm_of(below);
  if (norm == R(0) && Eigen::numext::imag(alpha) == R(0)) return T(0);
  R size = std::hypot(std::abs(alpha), norm);
  const bool tiny = size < least;
  if (tiny) {
    below *= 1 / least;
    alpha *= 1 / least;
    norm = norm_of(below);
    size = std::hypot(std::abs(alpha), norm);
  }
  const R beta = -std::copysign(size, Eigen::numext::real(alpha));
  divide_all<T>(below, alpha - T(beta));
  q(j, j) = tiny ? beta * least : beta;
  return (T(beta) - alpha) / T(beta);
}

/// A few columns one by one: column by column in memory, where each is one piece.
template <class T>
void reflect_one_by_one(const RowsMap<T>& a, const RowsMap<T>& of_t) {
  RowsMap<T> t = of_t;
  ColumnMajor<T> q = a;
  const Eigen::Index n = q.cols();
  for (Eigen::Index j = 0; j < n; ++j) {
    const T tau = make_reflection<T>(q, j);
    const Eigen::Index rest = q.rows() - j - 1;
    const auto v = q.col(j).tail(rest);
    for (Eigen::Index k = j + 1; k < n; ++k) {
      auto column = q.col(k).tail(rest);
      const T along = Eigen::numext::conj(tau) * (q(j, k) + v.dot(column));
      q(j, k) -= along;
      column -= along * v;
    }
    t.col(j).setZero();
    t(j, j) = tau;
    for (Eigen::Index i = 0; i < j; ++i) {
      t(i, j) = -tau * (Eigen::numext::conj(q(j, i)) + q.col(i).tail(rest).dot(v));
    }
    for (Eigen::Index i = 0; i < j; ++i) {
      T sum(0);
      for (Eigen::Index k = i; k < j; ++k) sum += t(i, k) * t(k, j);
      t(i, j) = sum;
    }
  }
  RowsMap<T> back = a;
  back = q;
}

/// The first square of V, with its ones and zeros.
template <class T>
RowMajor<T> top_of(const RowsMap<T>& v) {
  RowMajor<T> top = v.topRows(v.cols()).template triangularView<Eigen::StrictlyLower>();
  top.diagonal().setOnes();
  return top;
}

/// c = (I - V T^H V^H) c, or with T in place of T^H.
template <class T>
void apply_reflections(const RowsMap<T>& v, const RowsMap<T>& t, const RowsMap<T>& c,
                       bool adjoint) {
  const Eigen::Index k = v.cols();
  const Eigen::Index rest = v.rows() - k;
  if (k == 0 || c.cols() == 0) return;
  RowMajor<T> top = top_of<T>(v);
  const auto below = part_of(v, k, 0, rest, k);
  const auto first = part_of(c, 0, 0, k, c.cols());
  const auto others = part_of(c, k, 0, rest, c.cols());
  RowMajor<T> w = adjoint_product<T>(map_of(top), first);
  add_adjoint_product<T>(map_of(w), T(1), below, others);
  RowMajor<T> reflected = adjoint ? adjoint_product<T>(t, map_of(w)) : product<T>(t, map_of(w));
  add_product<T>(first, T(-1), map_of(top), map_of(reflected));
  if (rest > 0) add_product<T>(others, T(-1), below, map_of(reflected));
}

/// R and V in place of a, of as many rows as columns at least, and T, with zeros below its
/// diagonal.
template <class T>
void reflect_columns(const RowsMap<T>& a, const RowsMap<T>& of_t) {
  const Eigen::Index n = a.cols();
  if (n <= fewest_columns_to_halve) return reflect_one_by_one<T>(a, of_t);
  const Eigen::Index m = a.rows();
  const Eigen::Index h = half_of(n);
  const Eigen::Index r = n - h;
  RowsMap<T> t = of_t;
  const auto left = part_of(a, 0, 0, m, h);
  const auto right = part_of(a, h, h, m - h, r);
  reflect_columns<T>(left, part_of(t, 0, 0, h, h));
  apply_reflections<T>(left, part_of(t, 0, 0, h, h), part_of(a, 0, h, m, r), true);
  reflect_columns<T>(right, part_of(t, h, h, r, r));
  t.block(h, 0, r, h).setZero();
  RowMajor<T> top = top_of<T>(right);
  RowMajor<T> across = adjoint_product<T>(part_of(a, h, 0, r, h), map_of(top));
  add_adjoint_product<T>(map_of(across), T(1), part_of(a, n, 0, m - n, h),
                         part_of(a, n, h, m - n, r));
  RowMajor<T> with_second = product<T>(map_of(across), part_of(t, h, h, r, r));
  t.block(0, h, h, r).setZero();
  add_product<T>(part_of(t, 0, h, h, r), T(-1), part_of(t, 0, 0, h, h), map_of(with_second));
}

}  // namespace relatile::kernel::detail
