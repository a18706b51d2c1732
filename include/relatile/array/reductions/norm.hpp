// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <limits>
#include <string_view>

#include "relatile/array/reductions/statistics.hpp"
#include "relatile/core/definitions.hpp"

// numpy.linalg.norm, of vectors by any order, and those of matrices that need no singular values.

namespace relatile {

namespace detail {

/// ShapeMismatch, for an order that a matrix has no norm of here.
[[noreturn]] void refuse_matrix_norm(double order);
/// ShapeMismatch where the vectors' axis is not one of x's, or has no element that could be the
/// largest or smallest.
void require_norm_along(const Extents& shape, double order, const Axes<1>& one);
/// The same where a matrix has no row or column that could be.
void require_norm_across(const Extents& shape, bool of_rows);
/// The same unless the name is Frobenius'.
void require_frobenius(std::string_view order);

/// x as numbers that have roots.
template <ArrayExpression E>
auto numbers_of(const E& x) {
  return as_array(astype<mean_type<element_of<E>>>(x));
}
/// |x| of these.
template <ArrayExpression E>
auto sizes_of(const E& x) {
  return as_array(abs(numbers_of(x)));
}
/// |x|^2 in one pass, whose second derivative does not go through that of |x|, which 0 has none of.
template <ArrayExpression E>
auto squares_of(const E& x) {
  return as_array(square(abs(numbers_of(x))));
}

/// The norm of the vectors along one axis.
template <bool Keep, ArrayExpression E>
auto vector_norm(const E& x, double order, const Axes<1>& one) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  using Sums = decltype(sum);
  require_norm_along(shape_of(x), order, one);
  if (order == 2) return as_array(sqrt(Sums::template reduce<Keep>(squares_of(x), one)));
  const auto size = sizes_of(x);
  using R = element_of<decltype(size)>;
  if (order == infinity) return as_array(decltype(max)::template reduce<Keep>(size, one));
  if (order == -infinity) return as_array(decltype(min)::template reduce<Keep>(size, one));
  if (order == 0) return as_array(Sums::template reduce<Keep>(astype<R>(size != R(0)), one));
  if (order == 1) return as_array(Sums::template reduce<Keep>(size, one));
  return as_array(power(Sums::template reduce<Keep>(power(size, order), one), 1 / order));
}

/// The norm of a matrix: the largest (or smallest) sum along an axis.
template <class R>
Array<R, 0> matrix_norm(const Array<R, 2>& size, double order) {
  const bool by_rows = std::isinf(order);
  if (!by_rows && std::abs(order) != 1) refuse_matrix_norm(order);
  require_norm_across(size.shape(), by_rows);
  const auto sums = sum(size, by_rows ? 1 : 0);
  if (order > 0) return max(sums);
  return min(sums);
}

}  // namespace detail

/// The root of the sum of all |x|^2: numpy.linalg.norm, of a matrix Frobenius' norm.
template <ArrayExpression E>
auto norm(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return as_array(sqrt(sum(detail::squares_of(x))));
}
/// Of the vectors along one axis: norm(x, axis(1)) is numpy.linalg.norm(x, axis=1).
///
///   errors  ShapeMismatch for an axis that x lacks
template <ArrayExpression E>
auto norm(const E& x, const Axes<1>& one, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::vector_norm<false>(x, 2, one);
}
/// The same, with the axis left at extent one.
template <ArrayExpression E>
auto norm(const E& x, const Axes<1>& one, KeepDims, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::vector_norm<true>(x, 2, one);
}
/// Of a vector the norm of an order: 2, 1, infinity (the largest |x|), -infinity (the smallest), 0
/// (how many are not zero), or any other p, (sum |x|^p)^(1/p). Of a matrix 1 and infinity (the
/// largest sum of a column, or of a row), -1 and -infinity (the smallest).
///
///   errors  ShapeMismatch for other orders of a matrix, and for the largest of nothing
template <ArrayExpression E>
auto norm(const E& x, double order, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(
      rank_of<E> == 1 || rank_of<E> == 2,
      "relatile: norm: an order is of a vector or a matrix; name the axis: norm(x, 1, 0)");
  if constexpr (rank_of<E> == 1) {
    return detail::vector_norm<false>(x, order, axis(0));
  } else {
    return detail::matrix_norm(detail::sizes_of(x), order);
  }
}
/// Of a matrix Frobenius' norm by its name: norm(a, "fro").
///
///   errors  ShapeMismatch for other names
template <ArrayExpression E>
auto norm(const E& x, std::string_view order, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == 2, "relatile: norm: an order with a name is of a matrix");
  detail::require_frobenius(order);
  return norm(x);
}
/// Of the vectors along one axis.
///
///   errors  ShapeMismatch for an axis that x lacks, and for the largest of nothing
template <ArrayExpression E>
auto norm(const E& x, double order, int one, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::vector_norm<false>(x, order, axis(one));
}
/// Of the vectors along one axis, which stays with extent one.
template <ArrayExpression E>
auto norm(const E& x, double order, int one, KeepDims, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::vector_norm<true>(x, order, axis(one));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/reductions/impl/norm.hpp"
#endif
