// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/sparse/products.hpp"
#include "relatile/sparse/tensors/unfolding.hpp"

namespace relatile {

namespace detail {

/// Throws ShapeMismatch unless axis `of_x` of an operand is as long as an axis of a sparse array.
void require_mode(const Extents& s, int axis, const Extents& x, int of_x);

}  // namespace detail

/// The sum of s times a vector along an axis, which is left out, or times the rows of a matrix,
/// which then number it: TensorLy's mode_dot(s, x, mode), numpy's einsum("ijk,k->ij", s, x) and
/// einsum("ijk,rk->ijr", s, x) of mode 2. Over another semiring, mode_dot<MinPlus>(s, x, mode),
/// what is not stored is the identity of its reduction; x stands on the right, so that of those
/// that read no entries there are PlusSecond, MinSecond and so on. Dense, and lazy once s is
/// unfolded. Along the first axis entries are read as they are stored, and sites add up what they
/// have; along others entries are sorted anew, which is collective, and each site has what its
/// entries give.
///
///   shapes  (d0,...,dN-1) (d of mode) -> those of the other axes; (d0,...,dN-1) (m, d of mode) ->
///           (..., m, ...)
///   errors  ShapeMismatch for a vector of another length or a matrix of other columns, for an axis
///           that s lacks, and if the other axes have more than 2^31 - 1 places
///   cost    2 flops an entry and row of x
template <class Semiring = PlusTimes, class T, int N, ArrayExpression X>
  requires(N >= 3)
auto mode_dot(const SparseArray<T, N>& s, const X& x, int mode,
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int of_x = rank_of<X> - 1;
  static_assert(of_x == 0 || of_x == 1,
                "relatile: mode_dot takes a sparse array and a vector or a matrix");
  const Extents summed = detail::tensor_axes("mode_dot", s.shape(), {mode});
  const Extents kept = detail::other_axes(N, summed);
  const int axis = static_cast<int>(summed[0]);
  detail::require_mode(s.shape(), axis, shape_of(x), of_x);
  // What is summed are the columns; those of the first axis are added up where they are stored.
  const SparseArray<T, 2> rows =
      axis == 0 ? transpose(s.matrix()) : detail::unfolded("mode_dot", s, kept, summed);
  Extents shape = detail::extents_along(s.shape(), kept);
  if constexpr (of_x == 0) {
    return as_array(reshape<N - 1>(as_array(matmul<Semiring>(rows, x)), shape));
  } else {
    shape.push_back(shape_of(x)[0]);
    const auto last = reshape<N>(as_array(matmul<Semiring>(rows, transpose(x))), shape);
    return as_array(moveaxis(last, -1, axis));
  }
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/tensors/impl/mode_dot.hpp"
#endif
