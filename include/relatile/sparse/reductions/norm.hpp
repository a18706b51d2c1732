// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include "relatile/array/comparison.hpp"
#include "relatile/array/reductions/norm.hpp"
#include "relatile/sparse/entrywise/elementwise.hpp"
#include "relatile/sparse/reductions/reductions.hpp"

// scipy.sparse.linalg.norm, and numpy.allclose and isclose of sparse matrices.

namespace relatile {

namespace detail {

/// |s|, as numbers that have roots.
template <class T>
auto sizes_of_entries(const SparseArray<T, 2>& s) {
  return s.with_values(sizes_of(s.values()));
}

/// The norms of a matrix's rows or columns, of which |s| is given.
template <class R>
Array<R, 1> sparse_vector_norm(const SparseArray<R, 2>& size, double order, int axis) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (order == infinity) return max(size, axis);
  if (order == -infinity) return min(size, axis);
  if (order == 0) return as_array(astype<R>(count_nonzero(size, axis)));
  if (order == 1) return sum(size, axis);
  if (order == 2) return as_array(sqrt(sum(square(size), axis)));
  if (!(order > 0)) {
    throw ShapeMismatch(
        "relatile: norm: of a sparse matrix's rows or columns there is none of "
        "order " +
        std::to_string(order) + ": take norm(to_dense(s), ...)");
  }
  return as_array(
      power(sum(size.with_values(as_array(power(size.values(), R(order)))), axis), R(1 / order)));
}

}  // namespace detail

/// The root of the sum of all |s|^2, Frobenius' norm: scipy.sparse.linalg.norm.
template <class T>
auto norm(const SparseArray<T, 2>& s, SourceLine line = SourceLine::current()) {
  return norm(s.values(), line);
}
/// Of order 1 or infinity the largest sum of |s| of a column, or of a row, of -1 and -infinity the
/// smallest.
///
///   errors  ShapeMismatch for other orders, and for the largest of nothing
template <class T>
auto norm(const SparseArray<T, 2>& s, double order, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const bool by_rows = std::isinf(order);
  if (!by_rows && std::abs(order) != 1) detail::refuse_matrix_norm(order);
  const auto sums = as_array(sum(detail::sizes_of_entries(s), by_rows ? 1 : 0));
  return order > 0 ? as_array(max(sums)) : as_array(min(sums));
}
/// Frobenius' norm by its name: norm(s, "fro").
///
///   errors  ShapeMismatch for other names
template <class T>
auto norm(const SparseArray<T, 2>& s, std::string_view order,
          SourceLine line = SourceLine::current()) {
  detail::require_frobenius(order);
  return norm(s, line);
}
/// Of the columns (axis 0) or rows (axis 1) the norm of an order: 2, 1, infinity, -infinity, 0 (how
/// many are not 0), or another p above 0.
///
///   errors  ShapeMismatch for other orders, for an axis that a matrix lacks, and for the largest
///           of nothing
template <class T>
auto norm(const SparseArray<T, 2>& s, double order, int axis,
          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::sparse_vector_norm(detail::sizes_of_entries(s), order,
                                    detail::sparse_axis("norm", axis));
}
/// The same of order 2: norm(s, axis(1)).
template <class T>
auto norm(const SparseArray<T, 2>& s, const Axes<1>& one, SourceLine line = SourceLine::current()) {
  return norm(s, 2, one.values[0], line);
}
/// The same, with the axis left at extent one.
template <class T>
auto norm(const SparseArray<T, 2>& s, double order, int axis, KeepDims,
          SourceLine line = SourceLine::current()) {
  return expand_dims(norm(s, order, axis, line), detail::sparse_axis("norm", axis));
}
template <class T>
auto norm(const SparseArray<T, 2>& s, const Axes<1>& one, KeepDims,
          SourceLine line = SourceLine::current()) {
  return norm(s, 2, one.values[0], keepdims, line);
}

/// Whether |a - b| <= atol + rtol |b| everywhere, of infinities, whether they are equal:
/// numpy.allclose. NaN is close to NaN only with `equal_nan`. Collective.
///
///   errors  ShapeMismatch for matrices of different shapes
template <class A, class B>
Array<bool, 0> allclose(const SparseArray<A, 2>& a, const SparseArray<B, 2>& b, double rtol = 1e-5,
                        double atol = 1e-8, bool equal_nan = false,
                        SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_same_sparse_shape("allclose", a.shape(), b.shape());
  const auto either = detail::pattern_together(a.pattern(), b.pattern(), false);
  return allclose(detail::elements_at(either, a), detail::elements_at(either, b), rtol, atol,
                  equal_nan);
}
/// The same beside a dense matrix, or what broadcasts to one.
template <class A, ArrayExpression B>
Array<bool, 0> allclose(const SparseArray<A, 2>& a, const B& b, double rtol = 1e-5,
                        double atol = 1e-8, bool equal_nan = false,
                        SourceLine line = SourceLine::current()) {
  return allclose(to_dense(a), b, rtol, atol, equal_nan, line);
}
template <ArrayExpression A, class B>
Array<bool, 0> allclose(const A& a, const SparseArray<B, 2>& b, double rtol = 1e-5,
                        double atol = 1e-8, bool equal_nan = false,
                        SourceLine line = SourceLine::current()) {
  return allclose(a, to_dense(b), rtol, atol, equal_nan, line);
}

/// numpy.isclose: dense, since it is true where neither has an entry. NaN is close to NaN only with
/// `equal_nan`.
///
///   errors  ShapeMismatch for matrices of different shapes
template <class A, class B>
Array<bool, 2> isclose(const SparseArray<A, 2>& a, const SparseArray<B, 2>& b, double rtol = 1e-5,
                       double atol = 1e-8, bool equal_nan = false,
                       SourceLine line = SourceLine::current()) {
  detail::require_same_sparse_shape("isclose", a.shape(), b.shape());
  return isclose(to_dense(a), to_dense(b), rtol, atol, equal_nan, line);
}
/// The same of a sparse and a dense matrix, or what broadcasts to one.
template <class A, ArrayExpression B>
Array<bool, 2> isclose(const SparseArray<A, 2>& a, const B& b, double rtol = 1e-5,
                       double atol = 1e-8, bool equal_nan = false,
                       SourceLine line = SourceLine::current()) {
  return isclose(to_dense(a), b, rtol, atol, equal_nan, line);
}
template <ArrayExpression A, class B>
Array<bool, 2> isclose(const A& a, const SparseArray<B, 2>& b, double rtol = 1e-5,
                       double atol = 1e-8, bool equal_nan = false,
                       SourceLine line = SourceLine::current()) {
  return isclose(a, to_dense(b), rtol, atol, equal_nan, line);
}

}  // namespace relatile
