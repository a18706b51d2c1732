// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "relatile/einsum/einsum.hpp"

namespace relatile {

namespace detail {

/// numpy.matmul's labels: the last two axes multiply, the ones before are a batch that broadcasts;
/// a vector is a row on the left and a column on the right, and its axis disappears.
inline tra::Labelling matmul_labelling(int left_rank, int right_rank) {
  tra::Labelling labelling;
  labelling.operands.resize(2);
  const auto add_label = [&](std::string name) {
    labelling.names.push_back(std::move(name));
    return static_cast<int>(labelling.names.size()) - 1;
  };
  const int left_batch = std::max(left_rank - 2, 0);
  const int right_batch = std::max(right_rank - 2, 0);
  const int batch = std::max(left_batch, right_batch);
  std::vector<int> batch_labels;
  for (int b = 0; b < batch; ++b) batch_labels.push_back(add_label("b" + std::to_string(b)));
  labelling.output = batch_labels;
  const int row = left_rank > 1 ? add_label("i") : -1;
  const int inner = add_label("k");
  const int column = right_rank > 1 ? add_label("j") : -1;
  for (int b = batch - left_batch; b < batch; ++b) labelling.operands[0].push_back(b);
  for (int b = batch - right_batch; b < batch; ++b) labelling.operands[1].push_back(b);
  if (row >= 0) labelling.operands[0].push_back(row);
  labelling.operands[0].push_back(inner);
  labelling.operands[1].push_back(inner);
  if (column >= 0) labelling.operands[1].push_back(column);
  if (row >= 0) labelling.output.push_back(row);
  if (column >= 0) labelling.output.push_back(column);
  return labelling;
}

inline void require_inner(const std::string& name, const Extents& a, int axis_a, const Extents& b,
                          int axis_b) {
  if (a[axis_a] == b[axis_b]) return;
  throw ShapeMismatch("relatile: " + name + ": operands of shapes " + to_string(a) + " and " +
                      to_string(b) + " do not fit: axis " + std::to_string(axis_a) +
                      " of the first has extent " + std::to_string(a[axis_a]) + ", axis " +
                      std::to_string(axis_b) + " of the second " + std::to_string(b[axis_b]));
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
  constexpr int left = rank_of<A>;
  constexpr int right = rank_of<B>;
  static_assert(left > 0 && right > 0,
                "relatile: matmul: operands have at least one dimension; use * for scalars");
  detail::require_inner("matmul", shape_of(a), left - 1, shape_of(b), right > 1 ? right - 2 : 0);
  constexpr int batch = std::max(left > 2 ? left - 2 : 0, right > 2 ? right - 2 : 0);
  constexpr int rank = batch + (left > 1 ? 1 : 0) + (right > 1 ? 1 : 0);
  return einsum_detail::einsum_of<rank, PlusTimes>("matmul", detail::matmul_labelling(left, right),
                                                   a, b);
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

/// numpy.dot: for vectors and matrices the same as matmul, with a number as operand a product.
template <class A, class B>
  requires(ArrayExpression<A> || ArrayExpression<B>)
auto dot(const A& a, const B& b, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if constexpr (ArrayExpression<A> && ArrayExpression<B>) {
    static_assert(rank_of<A> <= 2 && rank_of<B> <= 2,
                  "relatile: dot takes vectors and matrices; use matmul or einsum");
    if constexpr (rank_of<A> == 0 || rank_of<B> == 0) {
      return as_array(a * b);
    } else {
      return matmul(a, b);
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

/// numpy.inner: sums over the last axes of two vectors or matrices, so inner(a, b) of matrices is
/// matmul(a, transpose(b)).
///
///   errors  ShapeMismatch if the last axes differ in extent
template <ArrayExpression A, ArrayExpression B>
auto inner(const A& a, const B& b, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<A> >= 1 && rank_of<A> <= 2 && rank_of<B> >= 1 && rank_of<B> <= 2,
                "relatile: inner takes vectors and matrices; use einsum");
  detail::require_inner("inner", shape_of(a), rank_of<A> - 1, shape_of(b), rank_of<B> - 1);
  if constexpr (rank_of<B> == 1) {
    return matmul(a, b);
  } else {
    return matmul(a, transpose(b));
  }
}

/// The sum of a matrix's diagonal: numpy.trace.
template <ArrayExpression A>
auto trace(const A& a, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<A> == 2, "relatile: trace takes a matrix");
  return sum(diagonal(a));
}

}  // namespace relatile
