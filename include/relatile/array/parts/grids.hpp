// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "relatile/array/creation.hpp"
#include "relatile/array/parts/compress.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/patterns.hpp"
#include "relatile/core/definitions.hpp"

// What NumPy makes of slices and lists between brackets: grids, open meshes, and rows of pieces.

namespace relatile {

namespace detail {

/// start, start + step, ... of a slice that says where it ends.
///
///   errors  ShapeMismatch for one that does not
Array<std::int64_t, 1> range_of(const Slice& slice);
/// Numbers from `start` to `stop` whose quotients are equal.
Array<double, 1> geometric_range(double start, double stop, std::int64_t count, bool endpoint);

/// A vector along axis `d` of N, the others of extent one.
template <int N, class T>
Array<T, N> along_axis(const Array<T, 1>& x, int d) {
  Extents shape = Extents::filled(N, 1);
  shape[d] = x.shape(0);
  return reshape<N>(x, shape);
}

template <int N>
using OpenGrid = std::array<Array<std::int64_t, N>, static_cast<std::size_t>(N)>;

}  // namespace detail

/// `count` numbers from start to stop, each so many times the one before, of which stop is the last
/// unless `endpoint` is false: numpy.geomspace of real numbers.
///
///   errors  ShapeMismatch if the count is negative, or start and stop are not both above or both
///           below zero
template <class T = double>
Array<T, 1> geomspace(std::type_identity_t<T> start, std::type_identity_t<T> stop,
                      std::int64_t count = 50, bool endpoint = true,
                      SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(std::is_floating_point_v<T>, "relatile: geomspace makes floating-point numbers");
  return astype<T>(detail::geometric_range(start, stop, count, endpoint));
}

/// The coordinates of all places of a grid, one of each slice, along a new first axis: numpy.mgrid,
/// as mgrid(slice(0, 5), slice(0, 6, 2)).
///
///   errors  ShapeMismatch for a slice without an end
template <class... S>
auto mgrid(const S&... slices) {
  static_assert(sizeof...(S) > 0 && (std::is_same_v<S, Slice> && ...),
                "relatile: mgrid: of slices, as mgrid(slice(0, 5), slice(0, 6, 2))");
  constexpr int N = int(sizeof...(S));
  const Array<std::int64_t, 1> ranges[] = {detail::range_of(slices)...};
  Extents shape;
  for (const auto& range : ranges) shape.push_back(range.shape(0));
  std::vector<Array<std::int64_t, N>> all_axes;
  for (int d = 0; d < N; ++d) {
    all_axes.push_back(broadcast_to<N>(detail::along_axis<N>(ranges[d], d), shape));
  }
  return stack(all_axes, 0);
}
/// The coordinates of a grid, each along its own axis, the others of extent one: numpy.ogrid.
///
///   errors  as of mgrid
template <class... S>
auto ogrid(const S&... slices) {
  static_assert(sizeof...(S) > 0 && (std::is_same_v<S, Slice> && ...),
                "relatile: ogrid: of slices, as ogrid(slice(0, 5), slice(0, 6, 2))");
  constexpr int N = int(sizeof...(S));
  const Array<std::int64_t, 1> ranges[] = {detail::range_of(slices)...};
  detail::OpenGrid<N> grid;
  for (int d = 0; d < N; ++d) grid[std::size_t(d)] = detail::along_axis<N>(ranges[d], d);
  return grid;
}

/// What `ix_` makes of vectors: indices that together name all places where they cross.
template <int K>
struct OpenMesh {
  detail::OpenGrid<K> indices;
};

namespace detail {
template <class I>
Array<std::int64_t, 1> mesh_line(const I& x) {
  static_assert(rank_of<I> == 1 && std::is_integral_v<element_of<I>>,
                "relatile: ix_: of vectors of integers or of bool");
  if constexpr (std::is_same_v<element_of<I>, bool>) {
    return flatnonzero(x);
  } else {
    return astype<std::int64_t>(x);
  }
}
}  // namespace detail

/// The places where vectors of indices cross: x(ix_(i, j)) has x(i[n], j[m]) at (n, m), and may
/// stand on the left of =. A vector of bool names the places where it is true; how many these are
/// is computed at once. numpy.ix_.
template <ArrayExpression... I>
auto ix_(const I&... indices) {
  constexpr int K = int(sizeof...(I));
  const Array<std::int64_t, 1> lines[] = {detail::mesh_line(indices)...};
  OpenMesh<K> mesh;
  for (int d = 0; d < K; ++d) mesh.indices[std::size_t(d)] = detail::along_axis<K>(lines[d], d);
  return mesh;
}
/// The elements of x where the mesh's vectors cross; axes that it does not name are taken whole.
template <class T, int N, int K>
auto index(const Array<T, N>& x, const OpenMesh<K>& mesh) {
  static_assert(K <= N, "relatile: ix_: more vectors than the array has dimensions");
  return std::apply([&](const auto&... indices) { return index(x, indices...); }, mesh.indices);
}

namespace detail {

/// A vector of what stands between the brackets of NumPy's r_.
template <class X>
auto piece_of_row(const X& piece) {
  if constexpr (std::is_same_v<X, Slice>) {
    return range_of(piece);
  } else if constexpr (ArrayExpression<X>) {
    return as_array(atleast_1d(piece));
  } else {
    static_assert(is_scalar_type_v<X>, "relatile: r_: of arrays, numbers and slices");
    return detail::full<X, 1>(Extents{1}, piece);
  }
}
template <class X>
auto column_of(const X& piece) {
  if constexpr (ArrayExpression<X>) {
    if constexpr (rank_of<X> >= 2) {
      return as_array(piece);
    } else {
      return as_array(expand_dims(piece_of_row(piece), 1));
    }
  } else {
    return as_array(expand_dims(piece_of_row(piece), 1));
  }
}

}  // namespace detail

/// Arrays, numbers and slices one after the other: numpy.r_, as r_(x, 0, slice(1, 4), y). Arrays of
/// more dimensions than one are joined along their first axis.
///
///   errors  as of concatenate, and ShapeMismatch for a slice without an end
template <class... X>
auto r_(const X&... pieces) {
  return concatenate(std::make_tuple(detail::piece_of_row(pieces)...), 0);
}
/// The same as columns: vectors, numbers and slices become one each, matrices stay what they are,
/// and all are joined along the last axis: numpy.c_.
template <class... X>
auto c_(const X&... pieces) {
  return concatenate(std::make_tuple(detail::column_of(pieces)...), -1);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/parts/impl/grids.hpp"
#endif
