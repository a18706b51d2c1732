// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/expr/gather.hpp"
#include "relatile/tra/indexing.hpp"

// Other ways to index an array. Views move and copy nothing: an operator that reads one reads the
// array behind it.

namespace relatile {

namespace detail {

template <class I>
inline constexpr bool is_position = std::is_integral_v<I>;
template <class I>
inline constexpr bool is_index =
    is_position<I> || std::is_same_v<I, Slice> || std::is_same_v<I, NewAxis> || IndexArray<I>;
/// How many axes an index has in the result.
template <class I>
constexpr int rank_of_index() {
  if constexpr (IndexArray<I>) {
    return rank_of<I>;
  } else {
    return 0;
  }
}

/// The view by all indices but arrays, which take whole axes there, and these arrays.
struct ArrayIndexing {
  explicit ArrayIndexing(const Extents& shape) : view{shape, {}, {}} {}

  Indexing view;
  std::vector<tra::NodePtr> indices;
  std::vector<int> axes;  ///< of the view
  /// Whether a slice or a new axis stands between arrays and positions, which makes NumPy put the
  /// arrays' axes first.
  bool apart = false;

  template <class I>
  void add(const I& one) {
    const bool advanced = IndexArray<I> || is_position<I>;
    apart = apart || (advanced && ended_);
    ended_ = ended_ || (begun_ && !advanced);
    begun_ = begun_ || advanced;
    if constexpr (IndexArray<I>) {
      indices.push_back(as_indices(one));
      axes.push_back(view.shape.rank());
      view.add(Slice{});
    } else if constexpr (is_position<I>) {
      view.add(static_cast<std::int64_t>(one));
    } else {
      view.add(one);
    }
  }

 private:
  bool begun_ = false;  ///< there was an array or a position
  bool ended_ = false;  ///< and something else after it
};

}  // namespace detail

/// x(i, slice(0, 10), newaxis, ...): NumPy's x[i, 0:10, None, ...]; axes that are not named are
/// taken whole. Positions count from the end if negative; an axis with one is gone. Arrays of
/// integers take elements by their values, broadcast together (advanced indexing): x(rows, all) is
/// take(x, rows, 0), and x(i, j) of two vectors the elements x(i[n], j[n]). Without arrays nothing
/// is moved or copied.
///
///   errors  ShapeMismatch for a position out of bounds, a slice's step of 0, arrays that do not
///           broadcast; KernelError on all ranks, later, for an array's index out of bounds
template <class T, int N, class... Indices>
  requires(!(detail::MaskArray<Indices> || ...))
auto index(const Array<T, N>& x, const Indices&... indices) {
  constexpr int positions = (0 + ... + (detail::is_position<Indices> ? 1 : 0));
  constexpr int added = (0 + ... + (std::is_same_v<Indices, NewAxis> ? 1 : 0));
  constexpr int arrays = (0 + ... + (detail::IndexArray<Indices> ? 1 : 0));
  constexpr int used = static_cast<int>(sizeof...(Indices)) - added;
  static_assert(used <= N, "relatile: more indices than the array has dimensions");
  constexpr bool known = (detail::is_index<Indices> && ...);
  static_assert(known,
                "relatile: an index is an integer, slice(start, stop, step), all_of_axis, newaxis, "
                "or an array of integers");
  detail::ArrayIndexing indexing(x.shape());
  if constexpr (known) (indexing.add(indices), ...);
  while (indexing.view.access.rank() < N) indexing.view.add(Slice{});
  constexpr int rank = used > N ? 0 : N - positions + added;
  const Array<T, rank> view(
      tra::make_view("slice", x.node(), std::move(indexing.view.access), indexing.view.shape));
  if constexpr (arrays == 0 || !known) {
    return view;
  } else {
    constexpr int of_arrays = std::max({0, detail::rank_of_index<Indices>()...});
    return Array<T, rank - arrays + of_arrays>(
        detail::gather_node("take", to_node(view.as_operand()), std::move(indexing.indices),
                            indexing.axes, indexing.apart));
  }
}

/// The axes in reverse order: numpy.transpose, x.T.
template <ArrayExpression E>
auto transpose(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int N = rank_of<E>;
  std::array<int, static_cast<std::size_t>(N)> axes{};
  for (int d = 0; d < N; ++d) nth(axes, d) = N - 1 - d;
  return Array<element_of<E>, N>(tra::make_transpose(to_node(x), {axes.begin(), axes.end()}));
}
/// The axes in the order given: transpose(x, {1, 2, 0}) has x's axis 1 first. Negative ones count
/// from the end.
///
///   errors  ShapeMismatch for an axis that x lacks, or one that occurs twice
template <ArrayExpression E, std::size_t M>
auto transpose(const E& x, const int (&axes)[M], SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(M == static_cast<std::size_t>(rank_of<E>),
                "relatile: transpose: give one axis number per dimension");
  return Array<element_of<E>, rank_of<E>>(
      tra::make_transpose(to_node(x), std::vector<int>(axes, axes + M)));
}
/// The axes in the order given: transpose(x, 1, 2, 0) has x's axis 1 first. Negative ones count
/// from the end.
///
///   errors  ShapeMismatch for an axis that x lacks, or one that occurs twice
template <ArrayExpression E, class... Axes>
  requires(std::is_integral_v<Axes>&&...)
auto transpose(const E& x, Axes... axes) {
  static_assert(sizeof...(Axes) == static_cast<std::size_t>(rank_of<E>),
                "relatile: transpose: give one axis number per dimension");
  return Array<element_of<E>, rank_of<E>>(
      tra::make_transpose(to_node(x), {static_cast<int>(axes)...}));
}

/// x with two axes in each other's place, counted from the end if negative: numpy.swapaxes.
///
///   errors  ShapeMismatch for an axis that x lacks
template <ArrayExpression E>
auto swapaxes(const E& x, int a, int b, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int N = rank_of<E>;
  std::array<int, static_cast<std::size_t>(N)> axes{};
  for (int d = 0; d < N; ++d) nth(axes, d) = d;
  std::swap(nth(axes, detail::normal_axis("swapaxes", a, N)),
            nth(axes, detail::normal_axis("swapaxes", b, N)));
  return Array<element_of<E>, N>(tra::make_transpose(to_node(x), {axes.begin(), axes.end()}));
}

/// A new axis of extent one at position `axis` of the result: numpy.expand_dims. -1 is the last.
///
///   errors  ShapeMismatch if the result has no such axis
template <ArrayExpression E>
auto expand_dims(const E& x, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto array = as_array(x);
  constexpr int N = rank_of<E>;
  const int at = detail::normal_axis("expand_dims", axis, N + 1);
  Access access;
  Extents shape;
  for (int d = 0; d <= N; ++d) {
    if (d == at) {
      shape.push_back(1);
      continue;
    }
    access.dims.push_back({d, 0, 1, 1, nullptr});
    shape.push_back(array.shape()[access.rank() - 1]);
  }
  return Array<element_of<E>, N + 1>(
      tra::make_view("expand_dims", array.node(), std::move(access), shape));
}

namespace detail {
/// Throws ShapeMismatch unless the axis, counted from the first, has extent one.
inline void require_extent_one(const Extents& shape, int axis) {
  if (shape[axis] == 1) return;
  throw ShapeMismatch("relatile: squeeze: axis " + std::to_string(axis) + " of an array of shape " +
                      to_string(shape) + " does not have extent 1");
}
}  // namespace detail

/// x without its axis `axis`, which must have extent one: numpy.squeeze.
///
///   errors  ShapeMismatch for an axis that x lacks, or of another extent
template <ArrayExpression E>
auto squeeze(const E& x, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto array = as_array(x);
  constexpr int N = rank_of<E>;
  const int at = detail::normal_axis("squeeze", axis, N);
  detail::require_extent_one(array.shape(), at);
  Access access;
  Extents shape;
  for (int d = 0; d < N; ++d) {
    access.dims.push_back({d == at ? -1 : shape.rank(), 0, 1, 1, nullptr});
    if (d != at) shape.push_back(array.shape()[d]);
  }
  return Array<element_of<E>, N - 1>(
      tra::make_view("squeeze", array.node(), std::move(access), shape));
}

/// x repeated to `shape` by NumPy's rule, without a copy: numpy.broadcast_to(x, {3, 4}). Of a shape
/// made before M is the rank: broadcast_to<2>(x, shape).
///
///   errors  ShapeMismatch if x does not broadcast to it
template <int M, ArrayExpression E>
auto broadcast_to(const E& x, const Extents& shape, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto array = as_array(x);
  const std::array<Extents, 2> both{array.shape(), shape};
  if (shape.rank() != M || !(tra::broadcast_shapes("broadcast_to", both) == shape)) {
    throw ShapeMismatch("relatile: broadcast_to: an array of shape " + to_string(array.shape()) +
                        " can't be broadcast to " + to_string(shape));
  }
  return Array<element_of<E>, M>(tra::make_view(
      "broadcast_to", array.node(), tra::broadcast_access(array.shape(), shape), shape));
}

/// To another array's shape: broadcast_to(x, y.shape()).
template <int N, ArrayExpression E>
auto broadcast_to(const E& x, const Shape<N>& shape, SourceLine line = SourceLine::current()) {
  return broadcast_to<N>(x, shape.extents(), line);
}
template <ArrayExpression E, std::size_t N>
auto broadcast_to(const E& x, const Extent (&shape)[N], SourceLine line = SourceLine::current()) {
  Extents extents;
  for (const Extent extent : shape) extents.push_back(extent);
  return broadcast_to<int(N)>(x, extents, line);
}
template <ArrayExpression E, class S>
  requires std::is_same_v<S, Extents>
auto broadcast_to(const E& x, const S& shape) {
  static_assert(sizeof(S) == 0,
                "relatile: broadcast_to: an Extents has any number of dimensions, so say how many: "
                "broadcast_to<2>(x, shape)");
  return broadcast_to<rank_of<E>>(x, shape);
}

/// The main diagonal of a matrix, as a view: numpy.diagonal. It is as long as the shorter axis.
template <ArrayExpression E>
auto diagonal(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == 2, "relatile: diagonal takes a matrix");
  const auto array = as_array(x);
  return Array<element_of<E>, 1>(tra::make_view("diagonal", array.node(), Access::of_labels({0, 0}),
                                                {std::min(array.shape(0), array.shape(1))}));
}

}  // namespace relatile
