// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/expr/array.hpp"
#include "relatile/tra/map.hpp"

// Other ways to index an array. They move and copy nothing: an operator that reads a view reads the
// array behind it.

namespace relatile {

/// A range of indices, as Python's start:stop:step with a positive step; negative positions count
/// from the end.
struct Slice {
  static constexpr std::int64_t open = std::numeric_limits<std::int64_t>::max();
  std::int64_t start = 0;
  std::int64_t stop = open;
  std::int64_t step = 1;
};
inline Slice slice(std::int64_t start, std::int64_t stop = Slice::open, std::int64_t step = 1) {
  return {start, stop, step};
}
/// A whole axis: Python's `:`.
inline constexpr Slice all_of_axis{};
/// A new axis of extent one.
struct NewAxis {};
inline constexpr NewAxis newaxis{};

namespace detail {

template <class I>
inline constexpr bool is_position = std::is_integral_v<I>;

/// The axis `axis` of `rank`, counted from the end if negative. Throws ShapeMismatch.
inline int normal_axis(const std::string& operation, int axis, int rank) {
  const int normal = axis < 0 ? axis + rank : axis;
  if (normal < 0 || normal >= rank) {
    throw ShapeMismatch("relatile: " + operation + ": axis " + std::to_string(axis) +
                        " is out of bounds for an array of dimension " + std::to_string(rank));
  }
  return normal;
}

/// An access and a shape that grow index by index.
struct Indexing {
  const Extents& from;
  Access access;
  Extents shape;

  void add(std::int64_t position) {
    const int axis = access.rank();
    const std::int64_t extent = from[axis];
    const std::int64_t normal = position < 0 ? position + extent : position;
    if (normal < 0 || normal >= extent) {
      throw ShapeMismatch("relatile: index " + std::to_string(position) +
                          " is out of bounds for axis " + std::to_string(axis) + " with size " +
                          std::to_string(extent));
    }
    access.dims.push_back({-1, normal, 1, 1, nullptr});
  }
  void add(const Slice& range) {
    const std::int64_t extent = from[access.rank()];
    if (range.step < 1) throw ShapeMismatch("relatile: a slice's step must be at least 1");
    const auto clip = [&](std::int64_t position) {
      if (position < 0) position += extent;
      return std::min(std::max<std::int64_t>(position, 0), extent);
    };
    const std::int64_t start = clip(range.start);
    const std::int64_t stop = clip(range.stop);
    const std::int64_t count = stop > start ? (stop - start + range.step - 1) / range.step : 0;
    access.dims.push_back({shape.rank(), start, range.step, 1, nullptr});
    shape.push_back(count);
  }
  void add(NewAxis) { shape.push_back(1); }
};

template <class T, int N>
tra::NodePtr permuted(const Array<T, N>& x,
                      const std::array<int, static_cast<std::size_t>(N)>& axes) {
  Access access = Access::identity(N);
  Extents shape = x.shape();
  for (int d = 0; d < N; ++d) {
    const int axis = normal_axis("transpose", axes[static_cast<std::size_t>(d)], N);
    for (int before = 0; before < d; ++before) {
      if (normal_axis("transpose", axes[static_cast<std::size_t>(before)], N) == axis) {
        throw ShapeMismatch("relatile: transpose: axis " + std::to_string(axis) + " occurs twice");
      }
    }
    access.dims[static_cast<std::size_t>(axis)].label = d;
    shape[d] = x.shape()[axis];
  }
  return tra::make_view("transpose", x.node(), std::move(access), shape);
}

}  // namespace detail

/// x(i, slice(0, 10), newaxis, ...): basic indexing as NumPy's x[i, 0:10, None, ...]; axes that are
/// not named are taken whole.
template <class T, int N, class... Indices>
auto index(const Array<T, N>& x, const Indices&... indices) {
  constexpr int positions = (0 + ... + (detail::is_position<Indices> ? 1 : 0));
  constexpr int added = (0 + ... + (std::is_same_v<Indices, NewAxis> ? 1 : 0));
  constexpr int used = static_cast<int>(sizeof...(Indices)) - added;
  static_assert(used <= N, "relatile: more indices than the array has dimensions");
  static_assert(
      ((detail::is_position<Indices> || std::is_same_v<Indices, Slice> ||
        std::is_same_v<Indices, NewAxis>)&&...),
      "relatile: an index is an integer, slice(start, stop, step), all_of_axis or newaxis");
  detail::Indexing indexing{x.shape(), {}, {}};
  const auto add_index = [&](const auto& one) {
    if constexpr (detail::is_position<std::remove_cvref_t<decltype(one)>>) {
      indexing.add(static_cast<std::int64_t>(one));
    } else {
      indexing.add(one);
    }
  };
  (add_index(indices), ...);
  while (indexing.access.rank() < N) indexing.add(Slice{});
  return Array<T, N - positions + added>(
      tra::make_view("slice", x.node(), std::move(indexing.access), indexing.shape));
}

/// The axes in reverse order, or in the order given: numpy.transpose.
template <ArrayExpression E>
auto transpose(const E& x) {
  constexpr int N = rank_of<E>;
  std::array<int, static_cast<std::size_t>(N)> axes{};
  for (int d = 0; d < N; ++d) axes[static_cast<std::size_t>(d)] = N - 1 - d;
  return Array<element_of<E>, N>(detail::permuted(as_array(x), axes));
}
template <ArrayExpression E, class... Axes>
  requires(std::is_integral_v<Axes>&&...)
auto transpose(const E& x, Axes... axes) {
  static_assert(sizeof...(Axes) == static_cast<std::size_t>(rank_of<E>),
                "relatile: transpose: give one axis number per dimension");
  return Array<element_of<E>, rank_of<E>>(
      detail::permuted(as_array(x), {static_cast<int>(axes)...}));
}

template <ArrayExpression E>
auto swapaxes(const E& x, int a, int b) {
  constexpr int N = rank_of<E>;
  std::array<int, static_cast<std::size_t>(N)> axes{};
  for (int d = 0; d < N; ++d) axes[static_cast<std::size_t>(d)] = d;
  std::swap(axes[static_cast<std::size_t>(detail::normal_axis("swapaxes", a, N))],
            axes[static_cast<std::size_t>(detail::normal_axis("swapaxes", b, N))]);
  return Array<element_of<E>, N>(detail::permuted(as_array(x), axes));
}

/// A new axis of extent one at position `axis` of the result: numpy.expand_dims.
template <ArrayExpression E>
auto expand_dims(const E& x, int axis) {
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

/// x without its axis `axis`, which must have extent one: numpy.squeeze.
template <ArrayExpression E>
auto squeeze(const E& x, int axis) {
  const auto array = as_array(x);
  constexpr int N = rank_of<E>;
  const int at = detail::normal_axis("squeeze", axis, N);
  if (array.shape()[at] != 1) {
    throw ShapeMismatch("relatile: squeeze: axis " + std::to_string(axis) +
                        " of an array of shape " + to_string(array.shape()) +
                        " does not have extent 1");
  }
  Access access;
  Extents shape;
  for (int d = 0; d < N; ++d) {
    access.dims.push_back({d == at ? -1 : shape.rank(), 0, 1, 1, nullptr});
    if (d != at) shape.push_back(array.shape()[d]);
  }
  return Array<element_of<E>, N - 1>(
      tra::make_view("squeeze", array.node(), std::move(access), shape));
}

/// x repeated to `shape` by NumPy's rule, without a copy: numpy.broadcast_to.
template <int M, ArrayExpression E>
auto broadcast_to(const E& x, const Extents& shape) {
  const auto array = as_array(x);
  if (shape.rank() != M ||
      !(tra::broadcast_shapes("broadcast_to", {array.shape(), shape}) == shape)) {
    throw ShapeMismatch("relatile: broadcast_to: an array of shape " + to_string(array.shape()) +
                        " can't be broadcast to " + to_string(shape));
  }
  return Array<element_of<E>, M>(tra::make_view(
      "broadcast_to", array.node(), tra::broadcast_access(array.shape(), shape), shape));
}

/// The main diagonal of the first two axes of a matrix.
template <ArrayExpression E>
auto diagonal(const E& x) {
  static_assert(rank_of<E> == 2, "relatile: diagonal takes a matrix");
  const auto array = as_array(x);
  return Array<element_of<E>, 1>(tra::make_view("diagonal", array.node(), Access::of_labels({0, 0}),
                                                {std::min(array.shape(0), array.shape(1))}));
}

}  // namespace relatile
