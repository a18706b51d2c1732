// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "relatile/array/from_data.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/gather.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"

// Elements by arrays of indices: numpy.take and its relatives. What is sent depends on shapes and
// placements alone, never on where the indices point; explain(take(x, i, 0)) has the plan.

namespace relatile {

/// The parts of x along `axis` that `indices` names, in their order, as often as they are named:
/// numpy.take(x, indices, axis). In the result's shape that of `indices` stands in the axis' place.
/// Indices count from the end if negative.
///
///   errors  ShapeMismatch for an axis that x lacks, or indices into an axis of no elements;
///           KernelError on all ranks, when it is computed, for an index out of bounds
template <ArrayExpression E, detail::IndexArray I>
auto take(const E& x, const I& indices, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int rank = rank_of<E> - 1 + rank_of<I>;
  static_assert(rank <= max_rank, "relatile: take: the result has more than 16 dimensions");
  const int at = detail::normal_axis("take", axis, rank_of<E>);
  return Array<element_of<E>, rank>(
      detail::gather_node("take", to_node(x), {detail::as_indices(indices)}, {at}, false));
}
/// The same of a vector, which has no other axis.
template <ArrayExpression E, detail::IndexArray I>
auto take(const E& x, const I& indices, SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> == 1, "relatile: take: say along which axis of x: take(x, indices, 0)");
  return take(x, indices, 0, line);
}

/// By indices in braces: take(x, {2, 0}, 0).
template <ArrayExpression E, std::size_t K>
auto take(const E& x, const std::int64_t (&indices)[K], int axis,
          SourceLine line = SourceLine::current()) {
  return take(x, from_span(indices, {K}, everywhere, line), axis, line);
}
template <ArrayExpression E, std::size_t K>
auto take(const E& x, const std::int64_t (&indices)[K], SourceLine line = SourceLine::current()) {
  return take(x, from_span(indices, {K}, everywhere, line), line);
}

template <ArrayExpression E, class I, class... More>
  requires(!detail::IndexArray<I>)
auto take(const E& x, const I&, const More&...) {
  constexpr bool are_indices = detail::IndexArray<I>;  // one word, lest compilers explain it
  static_assert(are_indices,
                "relatile: take: indices are an array of integers; array(indices) makes one of a "
                "std::vector");
  return as_array(x);
}

/// For every place of the other axes, the elements of x along `axis` that `indices` names there:
/// numpy.take_along_axis(x, indices, axis), as argmin and argsort are used. Both have as many
/// dimensions; axes but the one are broadcast.
///
///   errors  as of take
template <ArrayExpression E, detail::IndexArray I>
auto take_along_axis(const E& x, const I& indices, int axis,
                     SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == rank_of<I>,
                "relatile: take_along_axis: x and indices must have as many dimensions");
  static_assert(rank_of<E> < max_rank, "relatile: take_along_axis: of at most 15 dimensions");
  return Array<element_of<E>, rank_of<E>>(
      detail::gather_along_node(to_node(x), detail::as_indices(indices), axis));
}

}  // namespace relatile
