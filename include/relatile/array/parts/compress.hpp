// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/gather.hpp"
#include "relatile/expr/operators.hpp"

// Elements by truth values. How many there are, which the result's shape depends on, is computed at
// once: these functions are collective. Sites keep what is true of what they have, so that nothing
// is moved where values and truth values lie alike.

namespace relatile {

namespace detail {

/// Of x along `axis` what `mask`, a vector of bool that is no longer than the axis, holds true.
tra::NodePtr compress_node(const std::string& name, const tra::NodePtr& mask, const tra::NodePtr& x,
                           int axis);
/// Throws ShapeMismatch unless the mask has the shape of x, or of its first axes.
void check_mask(const std::string& name, const Extents& mask, const Extents& x);
/// The coordinate on axis `d` of elements by their row-major numbers in `shape`.
template <int R>
Array<std::int64_t, R> coordinate_of(const Array<std::int64_t, R>& numbers, const Extents& shape,
                                     int d) {
  const std::int64_t step = row_major_strides(shape)[d];
  return floor_divide(numbers, step > 0 ? step : 1) % (shape[d] > 0 ? shape[d] : 1);
}
/// The row-major numbers of all elements of a mask that are true.
tra::NodePtr true_numbers(const std::string& name, const tra::NodePtr& mask);

template <ArrayExpression M>
auto as_mask(const M& x) {
  if constexpr (std::is_same_v<element_of<M>, bool>) {
    return as_array(x);
  } else {
    return as_array(x != element_of<M>(0));
  }
}

}  // namespace detail

/// The parts of x along `axis` for which `condition`, a vector, is true: numpy.compress(condition,
/// x, axis). Where the condition is shorter than the axis, the rest is left out. Collective.
///
///   errors  ShapeMismatch for a condition that is longer, or an axis that x lacks
template <ArrayExpression C, ArrayExpression E>
auto compress(const C& condition, const E& x, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<C> == 1, "relatile: compress: the condition is a vector");
  static_assert(rank_of<E> >= 1, "relatile: compress: x has no axis");
  return Array<element_of<E>, rank_of<E>>(
      detail::compress_node("compress", detail::as_mask(condition).node(), to_node(x), axis));
}
/// The elements of x, in row-major order, for which `condition` is true: numpy.compress(condition,
/// x). Collective.
template <ArrayExpression C, ArrayExpression E>
auto compress(const C& condition, const E& x, SourceLine line = SourceLine::current()) {
  return compress(condition, ravel(x, line), 0, line);
}
/// The elements of x for which `condition`, of its shape, is true: numpy.extract. Collective.
template <ArrayExpression C, ArrayExpression E>
auto extract(const C& condition, const E& x, SourceLine line = SourceLine::current()) {
  return compress(ravel(condition, line), ravel(x, line), 0, line);
}

/// The parts of x that `mask`, of the shape of x or of its first axes, holds true: NumPy's x[mask].
/// The axes of the mask become one. Collective.
///
///   errors  ShapeMismatch for a mask of another shape
template <ArrayExpression E, detail::MaskArray M>
auto index(const E& x, const M& mask) {
  constexpr int rest = rank_of<E> - rank_of<M>;
  static_assert(rest >= 0, "relatile: a mask has no more dimensions than the array");
  static_assert(rank_of<M> >= 1, "relatile: a mask has at least one dimension");
  const Extents shape = shape_of(x);
  detail::check_mask("mask", shape_of(mask), shape);
  Extents rows{-1};
  for (int d = rank_of<M>; d < rank_of<E>; ++d) rows.push_back(shape[d]);
  rows[0] = volume(shape_of(mask));
  const auto flat = reshape<rest + 1>(x, rows);
  return Array<element_of<E>, rest + 1>(
      detail::compress_node("mask", ravel(mask).node(), flat.node(), 0));
}

namespace detail {

template <class I>
inline constexpr bool is_plain_index = is_position<I> || std::is_same_v<I, Slice>;

/// A mask of one axis among other indices as what it is there: the places of what is true.
template <class I>
auto without_mask(const I& one, const Extents& shape, int& axis) {
  if constexpr (!MaskArray<I>) {
    axis += std::is_same_v<I, NewAxis> ? 0 : 1;
    return one;
  } else {
    static_assert(rank_of<I> == 1,
                  "relatile: a mask among other indices is of one axis; a mask of several stands "
                  "alone: x(mask)(all_of_axis, 0)");
    if (axis < shape.rank()) check_mask("mask", shape_of(one), {shape[axis]});
    ++axis;
    return Array<std::int64_t, 1>(true_numbers("mask", to_node(one)));
  }
}

}  // namespace detail

/// A mask, of the first axes or of another one, among other indices, x(mask, 0), x(all_of_axis,
/// mask): NumPy's x[mask, 0]. The rows that a mask in front holds true stay where they are.
/// Collective.
///
///   errors  ShapeMismatch for a mask that is not as long as its axis
template <class T, int N, class First, class... Rest>
  requires(sizeof...(Rest) > 0 && (detail::MaskArray<First> || ... || detail::MaskArray<Rest>))
auto index(const Array<T, N>& x, const First& first, const Rest&... rest) {
  if constexpr (detail::MaskArray<First> && (detail::is_plain_index<Rest> && ...)) {
    return index(index(x, first), Slice{}, rest...);
  } else {
    int axis = 0;
    const std::tuple indices{detail::without_mask(first, x.shape(), axis),
                             detail::without_mask(rest, x.shape(), axis)...};
    return std::apply([&](const auto&... each) { return index(x, each...); }, indices);
  }
}

/// The coordinates of the elements of x that are not 0, an array for each axis: numpy.nonzero, and
/// numpy.where(x). Collective.
template <ArrayExpression E>
auto nonzero(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> >= 1, "relatile: nonzero: of at least one dimension");
  const Array<std::int64_t, 1> numbers(detail::true_numbers("nonzero", detail::as_mask(x).node()));
  std::array<Array<std::int64_t, 1>, std::size_t(rank_of<E>)> coordinates;
  for (int d = 0; d < rank_of<E>; ++d) {
    coordinates[std::size_t(d)] =
        rank_of<E> == 1 ? numbers : detail::coordinate_of(numbers, shape_of(x), d);
  }
  return coordinates;
}
/// The row-major numbers of the elements of x that are not 0: numpy.flatnonzero. Collective.
template <ArrayExpression E>
auto flatnonzero(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<std::int64_t, 1>(detail::true_numbers("flatnonzero", detail::as_mask(x).node()));
}
/// The coordinates of the elements of x that are not 0, a row for each: numpy.argwhere. Collective.
template <ArrayExpression E>
auto argwhere(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto coordinates = nonzero(x, line);
  return stack(std::vector<Array<std::int64_t, 1>>(coordinates.begin(), coordinates.end()), 1,
               line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/parts/impl/compress.hpp"
#endif
