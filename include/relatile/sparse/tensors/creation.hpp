// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/sparse/creation.hpp"
#include "relatile/sparse/selecting.hpp"
#include "relatile/sparse/tensors/sparse_tensor.hpp"

// Sparse arrays of any number of dimensions from dense ones and from coordinates, and back. Those
// that make one are collective.

namespace relatile {

/// The entries of x that are not 0, or whose absolute values are above `tolerance`; NaN is an
/// entry.
///
///   errors  ShapeMismatch for a first axis, or others together, of more than 2^31 - 1 places
template <ArrayExpression E>
  requires(rank_of<E> != 2)
auto to_sparse(const E& x, double tolerance = 0, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> >= 1, "relatile: to_sparse: sparse arrays have a dimension or more");
  const Extents shape = shape_of(x);
  const Extents stored = detail::stored_shape("to_sparse", shape);
  return SparseArray<element_of<E>, rank_of<E>>(to_sparse(reshape<2>(x, stored), tolerance), shape);
}

namespace detail {

/// Throws ShapeMismatch unless there are as many indices of each axis as elements, and each is one
/// of the axis. Evaluates.
void require_indices(const char* operation, const Extents& shape,
                     const std::vector<Array<std::int64_t, 1>>& indices, std::int64_t values);

/// Indices as one number, of some axes in row-major order.
Array<std::int64_t, 1> place_along(const Extents& shape,
                                   const std::vector<Array<std::int64_t, 1>>& indices,
                                   const Extents& axes);
/// The reverse: the index along each of the axes.
std::vector<Array<std::int64_t, 1>> indices_along(const Extents& shape, const Extents& axes,
                                                  const Array<std::int64_t, 1>& places);

/// The axes from `first` to before `end`.
inline Extents axes_between(int first, int end) {
  Extents axes;
  for (int axis = first; axis < end; ++axis) axes.push_back(axis);
  return axes;
}

/// A matrix as it is, others with their shape.
template <int N, class T>
auto with_tensor_shape(const SparseArray<T, 2>& matrix, const Extents& shape) {
  if constexpr (N == 2) {
    return matrix;
  } else {
    return SparseArray<T, N>(matrix, shape);
  }
}
template <class T, int N>
const SparseArray<T, 2>& stored_matrix(const SparseArray<T, N>& s) {
  if constexpr (N == 2) {
    return s;
  } else {
    return s.matrix();
  }
}

/// The array of entries whose indices are in the shape.
template <int N, class T>
auto tensor_of_entries(const char* operation, const Extents& shape,
                       const std::vector<Array<std::int64_t, 1>>& indices,
                       const Array<T, 1>& values, Duplicates duplicates) {
  const Extents stored = stored_shape(operation, shape);
  const Array<std::int64_t, 1> columns = place_along(shape, indices, axes_between(1, N));
  return with_tensor_shape<N>(
      from_coordinates(indices[0], columns, values, {stored[0], stored[1]}, duplicates), shape);
}

/// The index of each entry along each axis.
template <class T, int N>
std::vector<Array<std::int64_t, 1>> indices_of(const SparseArray<T, N>& s) {
  const auto [rows, columns, values] = coordinates(stored_matrix(s));
  std::vector<Array<std::int64_t, 1>> indices =
      indices_along(s.shape(), axes_between(1, N), columns);
  indices.insert(indices.begin(), rows);
  return indices;
}

}  // namespace detail

/// The array of `shape` with values(e) at the indices that are given for each axis: scipy's
/// coo_array((values, (i, j, k)), shape), as from_coordinates({i, j, k}, values, {n, m, l}).
/// Entries are in any order; values may be a number, too.
///
///   errors  ShapeMismatch for vectors of different lengths, for indices that are not in the shape,
///           naming the axis, and for several entries at one place if these are refused; on all
///           ranks
///   cost    as of matrices, and two passes over the indices of each axis
template <std::size_t N, detail::EntryVector V>
auto from_coordinates(const Array<std::int64_t, 1> (&indices)[N], const V& values,
                      const Extent (&shape)[N], Duplicates duplicates = Duplicates::summed,
                      SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto given = detail::vector_of_entries(values, indices[0].size());
  using T = canonical_t<element_of<decltype(given)>>;
  const Array<T, 1> elements(astype<T>(given));
  const Extents extents =
      detail::require_shape<int(N)>("from_coordinates", detail::to_extents(shape));
  detail::stored_shape("from_coordinates", extents);
  const std::vector<Array<std::int64_t, 1>> along(indices, indices + N);
  detail::require_indices("from_coordinates", extents, along, elements.size());
  return detail::tensor_of_entries<int(N)>("from_coordinates", extents, along, elements,
                                           duplicates);
}

/// The same of indices as a matrix, a row an entry and a column an axis.
template <ArrayExpression I, detail::EntryVector V, std::size_t N>
  requires(rank_of<I> == 2)
auto from_coordinates(const I& indices, const V& values, const Extent (&shape)[N],
                      Duplicates duplicates = Duplicates::summed,
                      SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(std::is_integral_v<element_of<I>>,
                "relatile: from_coordinates: indices are whole numbers");
  const Array<std::int64_t, 2> whole(astype<std::int64_t>(indices));
  if (whole.shape(1) != std::int64_t(N)) {
    throw ShapeMismatch("relatile: from_coordinates: indices of shape " + to_string(whole.shape()) +
                        " for " + std::to_string(N) + " axes: a row an entry, a column an axis");
  }
  return [&]<std::size_t... axis>(std::index_sequence<axis...>) {
    return from_coordinates({as_array(whole(all_of_axis, std::int64_t(axis)))...}, values, shape,
                            duplicates, line);
  }
  (std::make_index_sequence<N>{});
}

/// The entries of a sparse array of N dimensions, in row-major order of their places.
template <class T, int N>
struct TensorCoordinates {
  std::array<Array<std::int64_t, 1>, N> indices;  ///< along each axis
  Array<T, 1> values;
};

/// The entries' indices along each axis, and their values.
template <class T, int N>
  requires(N != 2)
TensorCoordinates<T, N> coordinates(const SparseArray<T, N>& s,
                                    SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto indices = detail::indices_of(s);
  TensorCoordinates<T, N> found;
  for (std::size_t axis = 0; axis < std::size_t(N); ++axis) found.indices[axis] = indices[axis];
  found.values = s.values();
  return found;
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/tensors/impl/creation.hpp"
#endif
