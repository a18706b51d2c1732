// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "relatile/array/reductions.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"

// Arrays read backwards, as views: nothing is copied, and what moves is what their readers need.

namespace relatile {

namespace detail {

/// The view of x that goes back along `axes`.
tra::NodePtr flip_node(const std::string& name, const tra::NodePtr& x,
                       const std::vector<int>& axes);
/// The view of a matrix turned k times by 90 degrees, counterclockwise.
tra::NodePtr rot90_node(const tra::NodePtr& x, int k);

}  // namespace detail

/// x with all axes reversed: numpy.flip(x).
template <ArrayExpression E>
auto flip(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto axes = detail::all_axes<rank_of<E>>();
  return Array<element_of<E>, rank_of<E>>(
      detail::flip_node("flip", to_node(x), {axes.values.begin(), axes.values.end()}));
}
/// x with one axis reversed, counted from the end if negative: numpy.flip(x, axis).
///
///   errors  ShapeMismatch for an axis that x lacks
template <ArrayExpression E>
auto flip(const E& x, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<element_of<E>, rank_of<E>>(detail::flip_node("flip", to_node(x), {axis}));
}
/// x with several axes reversed: flip(x, axis(0, 2)).
///
///   errors  ShapeMismatch for an axis that x lacks, or one named twice
template <ArrayExpression E, int K>
auto flip(const E& x, const Axes<K>& axes, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<element_of<E>, rank_of<E>>(
      detail::flip_node("flip", to_node(x), {axes.values.begin(), axes.values.end()}));
}

/// The same in braces: flip(x, {0, 2}).
template <ArrayExpression E>
auto flip(const E& x, std::initializer_list<int> axes, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<element_of<E>, rank_of<E>>(detail::flip_node("flip", to_node(x), axes));
}

/// x with its rows in reverse order: numpy.flipud.
template <ArrayExpression E>
auto flipud(const E& x, SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> >= 1, "relatile: flipud: of at least one dimension");
  return flip(x, 0, line);
}
/// x with its columns in reverse order: numpy.fliplr.
template <ArrayExpression E>
auto fliplr(const E& x, SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> >= 2, "relatile: fliplr: of at least two dimensions");
  return flip(x, 1, line);
}

/// A matrix turned k times by 90 degrees, from the first axis towards the second: numpy.rot90.
template <ArrayExpression E>
auto rot90(const E& x, int k = 1, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == 2, "relatile: rot90 takes a matrix");
  return Array<element_of<E>, 2>(detail::rot90_node(to_node(x), k));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/shapes/impl/flip.hpp"
#endif
