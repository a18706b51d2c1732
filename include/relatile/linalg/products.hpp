// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "relatile/einsum/einsum.hpp"
#include "relatile/linalg/labelling.hpp"

namespace relatile {

namespace detail {

/// K axes, of which an array may be empty.
template <int K>
using AxisNumbers = std::array<int, static_cast<std::size_t>(K)>;

/// 0, 1, ..., K - 1.
template <int K>
struct AllAxes {
  AxisNumbers<K> values{};
  AllAxes() {
    int axis = 0;
    for (int& value : values) value = axis++;
  }
};

/// The product of two arrays, summed over K axes of both.
template <int K, ArrayExpression A, ArrayExpression B>
auto product_over(const char* name, const A& a, const AxisNumbers<K>& axes_a, const B& b,
                  const AxisNumbers<K>& axes_b) {
  constexpr int rank = rank_of<A> + rank_of<B> - 2 * K;
  return einsum_detail::einsum_of<rank, PlusTimes>(
      name, tensordot_labelling(name, shape_of(a), axes_a, shape_of(b), axes_b), a, b);
}

template <class Semiring, ArrayExpression A, ArrayExpression B>
auto matmul_over(const A& a, const B& b) {
  constexpr int left = rank_of<A>;
  constexpr int right = rank_of<B>;
  static_assert(left > 0 && right > 0,
                "relatile: matmul: operands have at least one dimension; use * for scalars");
  require_inner("matmul", shape_of(a), left - 1, shape_of(b), right > 1 ? right - 2 : 0);
  constexpr int batch = std::max(left > 2 ? left - 2 : 0, right > 2 ? right - 2 : 0);
  constexpr int rank = batch + (left > 1 ? 1 : 0) + (right > 1 ? 1 : 0);
  return einsum_detail::einsum_of<rank, Semiring>("matmul", matmul_labelling(left, right), a, b);
}

}  // namespace detail

/// numpy.matmul, Python's `@`: products of vectors, matrices and batches of matrices.
///
///   shapes  (n) (n) -> (), (m,n) (n) -> (m), (n) (n,p) -> (p), (m,n) (n,p) -> (m,p); of more
///           dimensions the last two are matrices, and those before broadcast: (b,m,n) (n,p) ->
///           (b,m,p)
///
///   errors  ShapeMismatch if the multiplied axes differ in extent
template <ArrayExpression A, ArrayExpression B>
auto matmul(const A& a, const B& b, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::matmul_over<PlusTimes>(a, b);
}

/// The same over another semiring: matmul<MinPlus>(d, d) has the lengths of the shortest paths of
/// two edges, where d has those of edges.
///
///   errors  ShapeMismatch if the multiplied axes differ in extent, and, of least and greatest, if
///           they have none
template <class Semiring, ArrayExpression A, ArrayExpression B>
  requires(!ArrayExpression<Semiring>)
auto matmul(const A& a, const B& b, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::matmul_over<Semiring>(a, b);
}

/// An Eigen matrix beside an array is refused with advice.
template <class A, class B>
  requires((ArrayExpression<A> && detail::EigenLike<B>) ||
           (detail::EigenLike<A> && ArrayExpression<B>))
auto matmul(const A&, const B&) {
  static_assert(sizeof(A) == 0,
                "relatile: matmul: an operand is an Eigen matrix; make an array of it: "
                "from_eigen(m)");
  return Array<double, 2>();
}

/// What is neither an array nor a number, as a std::vector.
template <class A, class B>
  requires((ArrayExpression<A> && detail::NoOperand<B>) ||
           (detail::NoOperand<A> && ArrayExpression<B>))
auto matmul(const A&, const B&) {
  static_assert(sizeof(A) == 0,
                "relatile: matmul: an operand is no array; make one of it: array(v) of a "
                "std::vector, from_span(numbers, {rows, columns})");
  return Array<double, 2>();
}

/// More than two.
template <ArrayExpression A, ArrayExpression B, ArrayExpression C, class... More>
auto matmul(const A& a, const B&, const C&, const More&...) {
  static_assert(sizeof(A) == 0,
                "relatile: matmul: takes two arrays; of several, in the best order, take "
                "multi_dot(a, b, c)");
  return as_array(a);
}

template <class A, class B>
  requires((ArrayExpression<A> && is_scalar_type_v<B>) ||
           (is_scalar_type_v<A> && ArrayExpression<B>))
auto matmul(const A& a, const B& b) {
  static_assert(sizeof(A) == 0,
                "relatile: matmul: an operand is a number, and both are arrays; use * for numbers");
  return as_array(a * b);
}

/// numpy.dot: for vectors and matrices the same as matmul, with a number as operand a product. Of
/// more dimensions the last axis of a and the last but one of b are summed, and every other axis of
/// both is the result's: (i,j,k) (l,k,m) -> (i,j,l,m).
///
///   errors  ShapeMismatch if the summed axes differ in extent
template <class A, class B>
  requires((ArrayExpression<A> || ArrayExpression<B>)&&!detail::SparseLike<A> &&
           !detail::SparseLike<B>)
auto dot(const A& a, const B& b, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if constexpr (ArrayExpression<A> && ArrayExpression<B>) {
    if constexpr (rank_of<A> == 0 || rank_of<B> == 0) {
      return as_array(a * b);
    } else if constexpr (rank_of<A> <= 2 && rank_of<B> <= 2) {
      return matmul(a, b);
    } else {
      return detail::product_over<1>("dot", a, {rank_of<A> - 1}, b, {std::max(rank_of<B> - 2, 0)});
    }
  } else {
    return as_array(a * b);
  }
}

/// numpy.outer of two vectors: the matrix of a(i) * b(j).
template <ArrayExpression A, ArrayExpression B>
auto outer(const A& a, const B& b, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<A> == 1 && rank_of<B> == 1, "relatile: outer takes two vectors");
  return einsum<"i,j->ij">(a, b);
}

/// numpy.inner: sums over the last axes, and every other axis of both is the result's, so inner(a,
/// b) of matrices is matmul(a, transpose(b)); with a number as operand a product.
///
///   errors  ShapeMismatch if the last axes differ in extent
template <ArrayExpression A, ArrayExpression B>
auto inner(const A& a, const B& b, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if constexpr (rank_of<A> == 0 || rank_of<B> == 0) {
    return as_array(a * b);
  } else {
    return detail::product_over<1>("inner", a, {rank_of<A> - 1}, b, {rank_of<B> - 1});
  }
}

/// numpy.vdot: the sum of conj(a) * b over all elements, a number. Here a and b have one shape.
///
///   errors  ShapeMismatch for different shapes
template <ArrayExpression A, ArrayExpression B>
auto vdot(const A& a, const B& b, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<A> == rank_of<B>,
                "relatile: vdot takes two arrays of one shape; these differ in dimensions");
  detail::AllAxes<rank_of<A>> axes;
  if constexpr (is_complex_v<element_of<A>>) {
    return detail::product_over<rank_of<A>>("vdot", conj(a), axes.values, b, axes.values);
  } else {
    return detail::product_over<rank_of<A>>("vdot", a, axes.values, b, axes.values);
  }
}

/// The sum of a matrix's diagonal: numpy.trace.
template <ArrayExpression A>
auto trace(const A& a, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<A> == 2, "relatile: trace takes a matrix");
  if constexpr (rank_of<A> == 2) return sum(diagonal(a));
}

}  // namespace relatile
