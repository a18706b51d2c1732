// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/sparse/semirings.hpp"
#include "relatile/sparse/shapes/reshape.hpp"
#include "relatile/sparse/structure/entries.hpp"
#include "relatile/sparse/structure/moved_entries.hpp"
#include "relatile/sparse/tensors/creation.hpp"

// The entries of a sparse array at other places: sorted anew. All of these are collective; elements
// are lazy, and have derivatives.

namespace relatile {

namespace detail {

/// The matrix of a shape whose entries are those of an array, in these rows and columns.
template <class T, int N>
SparseArray<T, 2> at_places(const char* operation, const SparseArray<T, N>& s,
                            const Array<std::int64_t, 1>& rows,
                            const Array<std::int64_t, 1>& columns, const Extents& shape) {
  const SparseArray<T, 2>& stored = stored_matrix(s);
  const SparseNodes made = moved_entries(operation, {stored.pattern(), stored.values().node()},
                                         keys_at(rows, columns), shape);
  return {made.pattern, Array<T, 1>(made.values)};
}

/// The matrix whose rows some axes number and whose columns the others, each in row-major order.
template <class T, int N>
SparseArray<T, 2> unfolded(const char* operation, const SparseArray<T, N>& s, const Extents& rows,
                           const Extents& columns) {
  if (rows == Extents{0} && columns == axes_between(1, N)) return stored_matrix(s);
  const Extents shape = matrix_shape(operation, s.shape(), rows, columns);
  const auto indices = indices_of(s);
  return at_places(operation, s, place_along(s.shape(), indices, rows),
                   place_along(s.shape(), indices, columns), shape);
}

/// The axes of so many that are not among some.
inline Extents other_axes(int rank, const Extents& axes) {
  Extents others;
  for (int axis = 0; axis < rank; ++axis) {
    bool is_named = false;
    for (const std::int64_t named : axes) is_named = is_named || named == axis;
    if (!is_named) others.push_back(axis);
  }
  return others;
}
inline Extents extents_along(const Extents& shape, const Extents& axes) {
  Extents extents;
  for (const std::int64_t axis : axes) extents.push_back(shape[static_cast<int>(axis)]);
  return extents;
}

}  // namespace detail

/// The matrix whose rows are an axis and whose columns are the others in row-major order:
/// TensorLy's unfold(s, mode). Of mode 0 nothing is made.
///
///   errors  ShapeMismatch for an axis that s lacks, and if the others have more than 2^31 - 1
///           places
template <class T, int N>
  requires(N != 2)
SparseArray<T, 2> unfold(const SparseArray<T, N>& s, int mode,
                         SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Extents rows = detail::tensor_axes("unfold", s.shape(), {mode});
  return detail::unfolded("unfold", s, rows, detail::other_axes(N, rows));
}

/// The array with its axes in another order: numpy.transpose(s, axes).
///
///   errors  ShapeMismatch for axes that s lacks or that are named twice, and if axes after the
///           first have more than 2^31 - 1 places
template <class T, int N>
  requires(N != 2)
SparseArray<T, N> transpose(const SparseArray<T, N>& s, const int (&axes)[N],
                            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Extents order = detail::tensor_axes("transpose", s.shape(), detail::extents_of_list(axes));
  Extents columns;
  for (int at = 1; at < N; ++at) columns.push_back(order[at]);
  return {detail::unfolded("transpose", s, {order[0]}, columns),
          detail::extents_along(s.shape(), order)};
}
/// With the axes in reverse order.
template <class T, int N>
  requires(N != 2)
SparseArray<T, N> transpose(const SparseArray<T, N>& s, SourceLine line = SourceLine::current()) {
  int reversed[N];
  for (int axis = 0; axis < N; ++axis) reversed[axis] = N - 1 - axis;
  return transpose(s, reversed, line);
}

/// The elements in row-major order under another shape, of any number of dimensions. One extent may
/// be -1: what is left.
///
///   errors  ShapeMismatch for a shape of another number of places, and of a first axis, or of
///           others together, of more than 2^31 - 1
template <class T, int N, std::size_t M>
  requires(N != 2 || M != 2)
SparseArray<T, int(M)> reshape(const SparseArray<T, N>& s, const Extent (&shape)[M],
                               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Extents asked = detail::inferred_shape(s.shape(), detail::to_extents(shape));
  const Extents stored = detail::stored_shape("reshape", asked);
  const Extents wanted = detail::reshaped_shape("array", s.shape(), asked);
  const auto places =
      detail::place_along(s.shape(), detail::indices_of(s), detail::axes_between(0, N));
  const auto along = detail::indices_along(wanted, detail::axes_between(0, int(M)), places);
  const auto columns = detail::place_along(wanted, along, detail::axes_between(1, int(M)));
  return detail::with_tensor_shape<int(M)>(
      detail::at_places("reshape", s, along[0], columns, stored), wanted);
}

/// There is none of arrays that are no matrices.
template <class Semiring = PlusTimes, class A, class B>
  requires(detail::SparseTensor<A> || detail::SparseTensor<B>)
void matmul(const A&, const B&) {
  static_assert(!detail::SparseTensor<A> && !detail::SparseTensor<B>,
                "relatile: matmul: a sparse operand is a matrix, of two dimensions; of others take "
                "mode_dot(s, x, mode), mttkrp(s, factors, mode) or unfold(s, mode)");
}

}  // namespace relatile
