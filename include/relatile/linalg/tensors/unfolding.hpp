// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "relatile/einsum/einsum.hpp"
#include "relatile/linalg/tensors/arguments.hpp"

namespace relatile {

namespace detail {

RELATILE_INLINE tra::NodePtr unfold_node(const tra::NodePtr& x, int mode);
RELATILE_INLINE tra::NodePtr fold_node(const tra::NodePtr& matrix, int mode, const Extents& shape);
/// Labels of a tensor of so many modes times a matrix along one; ShapeMismatch if they do not fit.
RELATILE_INLINE tra::Labelling mode_dot_labelling(const Extents& x, const Extents& m, int mode);

}  // namespace detail

/// The tensor as a matrix, of which a row has one index of `mode`, and the other modes are columns,
/// the last one fastest: tensorly.unfold. A negative mode counts from the end.
///
///   shapes  (n0,n1,...) -> (n_mode, product of the others)
///   errors  ShapeMismatch for a mode that x lacks
template <ArrayExpression X>
auto unfold(const X& x, int mode, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<X> >= 1, "relatile: unfold takes a tensor of one mode or more");
  return Array<element_of<X>, 2>(detail::unfold_node(to_node(x), mode));
}

/// The tensor of this shape that `unfold` makes the matrix of: tensorly.fold(matrix, mode, shape),
/// as fold(m, 0, {2, 3, 4}).
///
///   errors  ShapeMismatch for a matrix that is not of such a tensor
template <ArrayExpression M, std::size_t N>
auto fold(const M& matrix, int mode, const Extent (&shape)[N],
          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<M> == 2, "relatile: fold takes a matrix");
  return Array<element_of<M>, int(N)>(
      detail::fold_node(to_node(matrix), mode, detail::to_extents(shape)));
}

/// The tensor with every fibre of a mode multiplied by a matrix: tensorly.tenalg.mode_dot.
///
///   shapes  (..., n_mode, ...) (m, n_mode) -> (..., m, ...)
///   errors  ShapeMismatch for a mode that x lacks, or a matrix of other columns
template <ArrayExpression X, ArrayExpression M>
auto mode_dot(const X& x, const M& m, int mode, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<M> == 2, "relatile: mode_dot takes a tensor and a matrix");
  return einsum_detail::einsum_of<rank_of<X>, PlusTimes>(
      "mode_dot", detail::mode_dot_labelling(shape_of(x), shape_of(m), mode), x, m);
}

/// The products of corresponding columns, each of a(i) b(j) for all i and j, j fastest:
/// tensorly.tenalg.khatri_rao.
///
///   shapes  (m,r) (n,r) -> (m n, r)
///   errors  ShapeMismatch for different numbers of columns
template <ArrayExpression A, ArrayExpression B>
auto khatri_rao(const A& a, const B& b, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<A> == 2 && rank_of<B> == 2, "relatile: khatri_rao takes two matrices");
  detail::require_inner("khatri_rao", shape_of(a), 1, shape_of(b), 1);
  const auto products = einsum<"ir,jr->ijr">(a, b);
  return reshape(products, {shape_of(a)[0] * shape_of(b)[0], shape_of(a)[1]});
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/tensors/impl/unfolding.hpp"
#endif
