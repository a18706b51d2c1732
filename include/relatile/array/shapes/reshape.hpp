// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "relatile/array/shape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"

// The same elements under another shape, and shapes made alike. What is reshaped along the axes
// that sites cut stays where it is: tra/reshape.hpp says when.

namespace relatile {

namespace detail {

/// `extents` with the one that is -1 replaced by what is left of `count` elements.
///
///   errors  ShapeMismatch where none fits, where several are -1, or for others below 0
Extents inferred_shape(const Extents& from, Extents extents);
tra::NodePtr reshape_node(const tra::NodePtr& x, const Extents& shape);
/// The axes of `x` with those of `source` at the places `destination`.
tra::NodePtr moveaxis_node(const tra::NodePtr& x, std::vector<int> source,
                           std::vector<int> destination);
/// x with unit axes before and after its own.
tra::NodePtr with_axes_node(const tra::NodePtr& x, int before, int after);
/// Elements of `x` along `axis`, each `count` times after itself, or, with `whole`, all of them
/// `count` times after each other.
tra::NodePtr repeat_node(const tra::NodePtr& x, std::int64_t count, int axis, bool whole);

}  // namespace detail

/// The elements of x in their row-major order under another shape: numpy.reshape(x, shape), as
/// reshape(x, {2, -1}). One extent may be -1: what is left.
///
///   errors  ShapeMismatch for a shape of another number of elements
template <ArrayExpression E, std::size_t M>
auto reshape(const E& x, const Extent (&shape)[M], SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<element_of<E>, int(M)>(detail::reshape_node(to_node(x), detail::to_extents(shape)));
}
/// The same of a shape made before, an Extents of M dimensions: reshape<2>(x, shape).
template <int M, ArrayExpression E, detail::GivenExtents S>
auto reshape(const E& x, const S& shape, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if (shape.rank() != M) detail::require_shape<M>("reshape", shape);
  return Array<element_of<E>, M>(detail::reshape_node(to_node(x), shape));
}
/// Under another array's shape: reshape(x, y.shape()).
template <int M, ArrayExpression E>
auto reshape(const E& x, const Shape<M>& shape, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<element_of<E>, M>(detail::reshape_node(to_node(x), shape));
}
// An Extents is a shape of any number of dimensions, which types have to tell.
template <ArrayExpression E, detail::GivenExtents S>
auto reshape(const E&, const S&) {
  static_assert(sizeof(S) == 0,
                "relatile: reshape: an Extents has any number of dimensions, so say how many: "
                "reshape<2>(x, shape)");
  return Array<element_of<E>, 1>();
}
template <ArrayExpression E, detail::ExtentAlone... I>
  requires(sizeof...(I) > 0)
Array < element_of<E>,
int(sizeof...(I)) > reshape(const E&, I...) {
  static_assert(sizeof...(I) == 0,
                "relatile: reshape: a shape is written in braces: reshape(x, {3, 4})");
  return {};
}
/// All elements of x in one axis, in row-major order: numpy.ravel.
template <ArrayExpression E>
auto ravel(const E& x, SourceLine line = SourceLine::current()) {
  return reshape(x, {-1}, line);
}
/// The same, as ndarray.flatten: arrays are values.
template <ArrayExpression E>
auto flatten(const E& x, SourceLine line = SourceLine::current()) {
  return ravel(x, line);
}

/// x with axis `source` at the place `destination`, the others in their order: numpy.moveaxis. Both
/// count from the end if negative. A view.
///
///   errors  ShapeMismatch for axes that x lacks
template <ArrayExpression E>
auto moveaxis(const E& x, int source, int destination, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<element_of<E>, rank_of<E>>(
      detail::moveaxis_node(to_node(x), {source}, {destination}));
}
/// The same of several axes: moveaxis(x, {0, 1}, {-1, -2}).
///
///   errors  ShapeMismatch also for an axis named twice, or lists of different lengths
template <ArrayExpression E>
auto moveaxis(const E& x, const std::vector<int>& source, const std::vector<int>& destination,
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<element_of<E>, rank_of<E>>(detail::moveaxis_node(to_node(x), source, destination));
}
/// x with `axis` before the axis `start`: numpy.rollaxis, whose successor moveaxis is.
template <ArrayExpression E>
auto rollaxis(const E& x, int axis, int start = 0, SourceLine line = SourceLine::current()) {
  const int from = axis < 0 ? axis + rank_of<E> : axis;
  const int to = start < 0 ? start + rank_of<E> : start;
  return moveaxis(x, from, to > from ? to - 1 : to, line);
}

/// x with at least one dimension: numpy.atleast_1d. A view, as those of two and three.
template <ArrayExpression E>
auto atleast_1d(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int more = rank_of<E> < 1 ? 1 : 0;
  return Array<element_of<E>, rank_of<E> + more>(detail::with_axes_node(to_node(x), more, 0));
}
/// x with at least two dimensions, a vector as one row: numpy.atleast_2d.
template <ArrayExpression E>
auto atleast_2d(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int more = rank_of<E> < 2 ? 2 - rank_of<E> : 0;
  return Array<element_of<E>, rank_of<E> + more>(detail::with_axes_node(to_node(x), more, 0));
}
/// x with at least three dimensions; of a vector (n) it is (1, n, 1), of a matrix (m, n, 1):
/// numpy.atleast_3d.
template <ArrayExpression E>
auto atleast_3d(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int more = rank_of<E> < 3 ? 3 - rank_of<E> : 0;
  constexpr int after = rank_of<E> == 1 || rank_of<E> == 2 ? 1 : 0;
  return Array<element_of<E>, rank_of<E> + more>(
      detail::with_axes_node(to_node(x), more - after, after));
}

/// Every part of x along `axis` `count` times: numpy.repeat(x, count, axis).
///
///   errors  ShapeMismatch for an axis that x lacks, or a negative count
template <ArrayExpression E>
auto repeat(const E& x, std::int64_t count, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> >= 1, "relatile: repeat: x has no axis");
  return Array<element_of<E>, rank_of<E>>(detail::repeat_node(to_node(x), count, axis, false));
}
/// Every element of x `count` times, in one axis: numpy.repeat(x, count).
template <ArrayExpression E>
auto repeat(const E& x, std::int64_t count, SourceLine line = SourceLine::current()) {
  return repeat(ravel(x, line), count, 0, line);
}
/// x again and again: numpy.tile(x, {2, 3}) is 2 x 3 times x. Where x has more dimensions than
/// there are counts, or fewer, ones are put before.
///
///   errors  ShapeMismatch for a negative count
template <ArrayExpression E, std::size_t M>
auto tile(const E& x, const Extent (&counts)[M], SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int rank = rank_of < E >> int(M) ? rank_of<E> : int(M);
  tra::NodePtr node = detail::with_axes_node(to_node(x), rank - rank_of<E>, 0);
  for (int k = 0; k < int(M); ++k) {
    node = detail::repeat_node(node, counts[k], rank - int(M) + k, true);
  }
  return Array<element_of<E>, rank>(std::move(node));
}
template <ArrayExpression E>
auto tile(const E& x, std::int64_t count, SourceLine line = SourceLine::current()) {
  const Extent counts[1] = {count};
  return tile(x, counts, line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/shapes/impl/reshape.hpp"
#endif
