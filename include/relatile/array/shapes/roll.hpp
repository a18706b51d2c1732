// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"

// Arrays moved around in themselves. A site sends what leaves its share, and nothing else.

namespace relatile {

namespace detail {
/// x with what stands at i along each of `axes` at i + shift, around the end.
tra::NodePtr roll_node(const tra::NodePtr& x, const std::vector<std::int64_t>& shifts,
                       const std::vector<int>& axes);
}  // namespace detail

/// x moved on by `shift` places along `axis`, and what leaves it at the end put to the beginning:
/// numpy.roll(x, shift, axis). Backwards if the shift is negative.
///
///   errors  ShapeMismatch for an axis that x lacks
template <ArrayExpression E>
auto roll(const E& x, std::int64_t shift, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<element_of<E>, rank_of<E>>(detail::roll_node(to_node(x), {shift}, {axis}));
}
/// The same of all elements in row-major order, in the shape of x: numpy.roll(x, shift).
template <ArrayExpression E>
auto roll(const E& x, std::int64_t shift, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const Extents shape = shape_of(x);
  if constexpr (rank_of<E> == 0) {
    return as_array(x);
  } else {
    return reshape<rank_of<E>>(roll(ravel(x, line), shift, 0, line), shape, line);
  }
}
/// The same along several axes: roll(x, {1, -1}, {0, 1}).
///
///   errors  ShapeMismatch also unless there is a shift for each axis
template <ArrayExpression E>
auto roll(const E& x, const std::vector<std::int64_t>& shifts, const std::vector<int>& axes,
          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<element_of<E>, rank_of<E>>(detail::roll_node(to_node(x), shifts, axes));
}

/// One shift along several axes.
template <ArrayExpression E>
auto roll(const E& x, std::int64_t shift, const std::vector<int>& axes,
          SourceLine line = SourceLine::current()) {
  return roll(x, std::vector<std::int64_t>(axes.size(), shift), axes, line);
}
/// Several shifts along one axis, or of all elements in row-major order, add up.
template <ArrayExpression E>
auto roll(const E& x, const std::vector<std::int64_t>& shifts, int axis,
          SourceLine line = SourceLine::current()) {
  return roll(x, std::accumulate(shifts.begin(), shifts.end(), std::int64_t{0}), axis, line);
}
template <ArrayExpression E>
auto roll(const E& x, const std::vector<std::int64_t>& shifts,
          SourceLine line = SourceLine::current()) {
  return roll(x, std::accumulate(shifts.begin(), shifts.end(), std::int64_t{0}), line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/shapes/impl/roll.hpp"
#endif
