// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/pad.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"

// Triangles, diagonals and grids: numpy.tri, tril, triu, diagflat, meshgrid, indices, block.

namespace relatile {

namespace detail {

/// Whether element (i, j) of a matrix is on diagonal k or below it.
Array<bool, 2> below_diagonal(std::int64_t rows, std::int64_t columns, std::int64_t k);

/// columns - 1, columns - 2, ..., 0 in one row.
Array<std::int64_t, 2> falling_exponents(std::int64_t columns);

/// Coordinate `d` of every place of an array of rank N.
template <int N>
Array<std::int64_t, N> coordinate(const Extents& shape, int d) {
  Extents alone = Extents::filled(N, 1);
  alone[d] = shape[d];
  return broadcast_to<N>(reshape<N>(arange<std::int64_t>(shape[d]), alone), shape);
}

}  // namespace detail

/// Ones on diagonal k and below it, zeros above: numpy.tri.
///
///   errors  ShapeMismatch for negative extents
template <class T = double>
Array<T, 2> tri(Extent rows, Extent columns, std::int64_t k = 0,
                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_shape<2>("tri", {rows, columns});
  return astype<T>(detail::below_diagonal(rows, columns, k));
}
template <class T = double>
Array<T, 2> tri(Extent rows, SourceLine line = SourceLine::current()) {
  return tri<T>(rows, rows, 0, line);
}
/// x with zeros above diagonal k of its last two axes: numpy.tril.
template <ArrayExpression E>
auto tril(const E& x, std::int64_t k = 0, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> >= 2, "relatile: tril: of at least two dimensions");
  const Extents shape = shape_of(x);
  return as_array(where(detail::below_diagonal(shape[rank_of<E> - 2], shape[rank_of<E> - 1], k), x,
                        element_of<E>(0)));
}
/// x with zeros below diagonal k of its last two axes: numpy.triu.
template <ArrayExpression E>
auto triu(const E& x, std::int64_t k = 0, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> >= 2, "relatile: triu: of at least two dimensions");
  const Extents shape = shape_of(x);
  const std::int64_t below = k > std::numeric_limits<std::int64_t>::min() ? k - 1 : k;
  return as_array(where(detail::below_diagonal(shape[rank_of<E> - 2], shape[rank_of<E> - 1], below),
                        element_of<E>(0), x));
}

/// Diagonal k of a matrix, a view, above the main one if k is positive: numpy.diagonal(x, k).
template <ArrayExpression E>
auto diagonal(const E& x, std::int64_t k, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == 2, "relatile: diagonal takes a matrix");
  const auto array = as_array(x);
  const std::int64_t down = k < -array.shape(0) ? array.shape(0) : std::max(-k, std::int64_t(0));
  const std::int64_t right = k > 0 ? std::min(k, array.shape(1)) : 0;
  return diagonal(array(slice(down), slice(right)), line);
}
/// The sum of diagonal k of a matrix: numpy.trace(x, k).
template <ArrayExpression E>
auto trace(const E& x, std::int64_t k, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == 2, "relatile: trace takes a matrix");
  if constexpr (rank_of<E> == 2) return sum(diagonal(x, k));
}
/// A matrix with `x`, a vector, on its diagonal k; of a matrix, its diagonal k: numpy.diag(x, k).
template <ArrayExpression E>
auto diag(const E& x, std::int64_t k, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == 1 || rank_of<E> == 2, "relatile: diag takes a vector or a matrix");
  if constexpr (rank_of<E> == 2) {
    return diagonal(x, k, line);
  } else {
    const std::int64_t n = shape_of(x)[0] + std::abs(k);
    const PadWidth width{k > 0 ? k : 0, k < 0 ? -k : 0};
    const Array<element_of<E>, 1> columns = pad(x, std::vector<PadWidth>{width});
    return as_array(where(eye<bool>(n, n, k), expand_dims(columns, 0), element_of<E>(0)));
  }
}
/// A matrix with all elements of x, in row-major order, on its diagonal k: numpy.diagflat.
template <ArrayExpression E>
auto diagflat(const E& x, std::int64_t k = 0, SourceLine line = SourceLine::current()) {
  return diag(ravel(x, line), k, line);
}
/// The unit matrix: numpy.identity.
template <class T = double>
Array<T, 2> identity(Extent rows, SourceLine line = SourceLine::current()) {
  return eye<T>(rows, rows, 0, line);
}
/// The powers of x, a vector, as columns, the highest first: numpy.vander.
template <ArrayExpression E>
auto vander(const E& x, std::int64_t columns, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == 1, "relatile: vander: of a vector");
  detail::require_shape<1>("vander", {columns});
  return as_array(power(expand_dims(as_array(x), 1), detail::falling_exponents(columns)));
}

/// The coordinates of every place of an array of `shape`, along a new first axis: numpy.indices.
template <std::size_t N>
auto indices(const Extent (&shape)[N], SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Extents extents = detail::require_shape<int(N)>("indices", detail::to_extents(shape));
  std::vector<Array<std::int64_t, int(N)>> all_axes;
  for (int d = 0; d < int(N); ++d) all_axes.push_back(detail::coordinate<int(N)>(extents, d));
  return stack(all_axes, 0, line);
}

/// Which of two vectors runs along the rows of a grid.
struct GridIndexing {
  bool matrix = false;
};
inline constexpr GridIndexing xy{false};  ///< the second one, as in a plot: NumPy's default
inline constexpr GridIndexing ij{true};   ///< the first one, as in a matrix

/// The grid of two vectors, the elements of x and of y at every place: numpy.meshgrid(x, y,
/// indexing). Views, of shape (y.size, x.size) by xy, and (x.size, y.size) by ij.
template <ArrayExpression X, ArrayExpression Y>
auto meshgrid(const X& x, const Y& y, GridIndexing indexing = xy,
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<X> == 1 && rank_of<Y> == 1, "relatile: meshgrid: of vectors");
  const int along_x = indexing.matrix ? 0 : 1;
  Extents shape{0, 0};
  shape[along_x] = shape_of(x)[0];
  shape[1 - along_x] = shape_of(y)[0];
  return std::pair(broadcast_to<2>(expand_dims(x, 1 - along_x), shape),
                   broadcast_to<2>(expand_dims(y, along_x), shape));
}
/// The grid of three vectors, as of two; by xy the first two axes are exchanged.
template <ArrayExpression X, ArrayExpression Y, ArrayExpression Z>
auto meshgrid(const X& x, const Y& y, const Z& z, GridIndexing indexing = xy,
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<X> == 1 && rank_of<Y> == 1 && rank_of<Z> == 1,
                "relatile: meshgrid: of vectors");
  const int along_x = indexing.matrix ? 0 : 1;
  Extents shape{0, 0, shape_of(z)[0]};
  shape[along_x] = shape_of(x)[0];
  shape[1 - along_x] = shape_of(y)[0];
  const auto grid = [&](const auto& v, int axis) {
    Extents alone = Extents::filled(3, 1);
    alone[axis] = shape[axis];
    return broadcast_to<3>(reshape<3>(v, alone), shape);
  };
  return std::tuple(grid(x, along_x), grid(y, 1 - along_x), grid(z, 2));
}

/// A matrix of blocks, row by row: numpy.block, as block({{a, b}, {c, d}}).
///
///   errors  ShapeMismatch for rows of no blocks, or for extents that do not fit together
template <class T>
Array<T, 2> block(std::initializer_list<std::initializer_list<detail::Listed<T, 2>>> rows,
                  SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  std::vector<Array<T, 2>> joined;
  for (const auto& row : rows) {
    joined.push_back(concatenate(row, 1, line));
  }
  return concatenate(joined, 0, line);
}

/// One row of blocks, of any number of dimensions, along the last axis: block({a, b}).
template <class T, int N>
Array<T, N> block(std::initializer_list<detail::Listed<T, N>> row,
                  SourceLine line = SourceLine::current()) {
  return concatenate(row, -1, line);
}

/// Arrays of one shape, that to which all broadcast, as views: numpy.broadcast_arrays.
///
///   errors  ShapeMismatch if they do not broadcast together
template <ArrayExpression... E>
auto broadcast_arrays(const E&... x) {
  constexpr int rank = std::max({rank_of<E>...});
  const std::array<Extents, sizeof...(E)> shapes{shape_of(x)...};
  const Extents shape = tra::broadcast_shapes("broadcast_arrays", shapes);
  return std::tuple(broadcast_to<rank>(x, shape)...);
}

/// The elements of y, or a number, after those of x, in one axis: numpy.append(x, y).
template <ArrayExpression X, class Y>
auto append(const X& x, const Y& y, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if constexpr (ArrayExpression<Y>) {
    return concatenate(std::tuple(ravel(x), ravel(y)));
  } else {
    return concatenate(std::tuple(ravel(x), full({1}, y)));
  }
}

/// x with `values` before the place `at` of `axis`: numpy.insert of one place. A number fills one
/// layer there, and values of one dimension less are one. As in NumPy they get the type of x.
///
///   errors  ShapeMismatch for a place out of bounds, and as of concatenate
template <ArrayExpression X, class V>
auto insert(const X& x, std::int64_t at, const V& values, int axis,
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = element_of<X>;
  const Extents shape = shape_of(x);
  const std::int64_t place = detail::place_along("insert", shape, axis, at, true);
  const auto parts = split(x, std::vector<std::int64_t>{place}, axis);
  Array<T, rank_of<X>> layer;
  if constexpr (!ArrayExpression<V>) {
    Extents thin = shape;
    thin[detail::normal_axis("insert", axis, rank_of<X>)] = 1;
    layer = full<T, rank_of<X>>(thin, convert_element<T>(values));
  } else if constexpr (rank_of<V> + 1 == rank_of<X>) {
    layer = astype<T>(expand_dims(values, axis));
  } else {
    static_assert(rank_of<X> == rank_of<V>,
                  "relatile: insert: values of as many dimensions as x, or of one less");
    layer = astype<T>(values);
  }
  return concatenate({parts[0], layer, parts[1]}, axis);
}
/// All elements of x in one axis, with those of `values`, or a number, before the place `at`:
/// numpy.insert(x, at, values).
template <ArrayExpression X, class V>
auto insert(const X& x, std::int64_t at, const V& values, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if constexpr (ArrayExpression<V>) {
    return insert(ravel(x), at, ravel(values), 0);
  } else {
    return insert(ravel(x), at, values, 0);
  }
}
/// x without what is at the place `at` of `axis`: numpy.delete, which is a word of C++.
///
///   errors  ShapeMismatch for a place out of bounds
template <ArrayExpression X>
auto delete_at(const X& x, std::int64_t at, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const std::int64_t place = detail::place_along("delete", shape_of(x), axis, at, false);
  const auto parts = split(x, std::vector<std::int64_t>{place, place + 1}, axis, line);
  return concatenate({parts[0], parts[2]}, axis, line);
}
/// All elements of x in one axis, but that at `at`: numpy.delete(x, at).
template <ArrayExpression X>
auto delete_at(const X& x, std::int64_t at, SourceLine line = SourceLine::current()) {
  return delete_at(ravel(x, line), at, 0, line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/shapes/impl/patterns.hpp"
#endif
