// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/definitions.hpp"

// Windows that slide over an array. A window belongs to the site that has its first element; what
// the site lacks of it, less than a window's width, is all that is sent.

namespace relatile {

namespace detail {
/// x with every window of `width` along `axis` in the place of its first element, along a new last
/// axis.
///
///   errors  ShapeMismatch for an axis that x lacks, for a width below 1 or above its extent
tra::NodePtr windows_node(const tra::NodePtr& x, std::int64_t width, int axis);
/// ShapeMismatch unless there is an axis for every width.
void check_windows(const Extents& widths, const std::vector<int>& axes, int rank);
}  // namespace detail

/// All windows of x: sliding_window_view(x, window, axes) of NumPy's stride tricks, of which an
/// axis of n has n - w + 1 in its place, whose elements stand along new axes at the end, in the
/// order of `axes`. Each site makes the windows that begin in its part; where a reduction along all
/// of a window reads them, mean(sliding_window_view(x, 50), 1), they are not made, and of a slice,
/// sliding_window_view(x, 256)(slice({}, {}, 128)), no others are made.
///
/// So a convolution is an einsum, and pooling a reduction, over windows:
///
///   einsum<"ijkl,kl->ij">(sliding_window_view(x, {3, 3}), kernel)
///   max(sliding_window_view(x, {2, 2}), axis(-2, -1))(slice({}, {}, 2), slice({}, {}, 2))
///
///   errors  ShapeMismatch for an axis that x lacks, and windows without elements or larger than x
template <ArrayExpression E, std::size_t M>
auto sliding_window_view(const E& x, const Extent (&window)[M], const std::vector<int>& axes,
                         SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int rank = rank_of<E> + int(M);
  static_assert(rank <= max_rank,
                "relatile: sliding_window_view: the result has more than 16 dimensions");
  detail::check_windows(detail::to_extents(window), axes, rank_of<E>);
  tra::NodePtr node = to_node(x);
  for (std::size_t m = 0; m < M; ++m) {
    const int at = detail::normal_axis("sliding_window_view", axes[m], rank_of<E>);
    node = detail::windows_node(node, window[m], at);
  }
  return Array<element_of<E>, rank>(node);
}
/// Of all axes: sliding_window_view(x, {3, 3}) of a matrix.
template <ArrayExpression E, std::size_t M>
auto sliding_window_view(const E& x, const Extent (&window)[M],
                         SourceLine line = SourceLine::current()) {
  static_assert(int(M) == rank_of<E>,
                "relatile: sliding_window_view: give a width for each axis, or name the axes");
  std::vector<int> axes;
  for (int d = 0; d < rank_of<E>; ++d) axes.push_back(d);
  return sliding_window_view(x, window, axes, line);
}
/// Of one axis: sliding_window_view(x, 3, 0).
template <ArrayExpression E, std::integral W>
auto sliding_window_view(const E& x, W width, int axis, SourceLine line = SourceLine::current()) {
  const Extent window[] = {width};
  return sliding_window_view(x, window, {axis}, line);
}
/// Of a vector: sliding_window_view(x, 3).
template <ArrayExpression E, std::integral W>
auto sliding_window_view(const E& x, W width, SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> == 1,
                "relatile: sliding_window_view: one width is of a vector, or of an axis: "
                "sliding_window_view(x, 3, 0)");
  return sliding_window_view(x, width, 0, line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/shapes/impl/windows.hpp"
#endif
