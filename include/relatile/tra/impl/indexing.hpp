// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/indexing.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

RELATILE_INLINE int normal_axis(const std::string& operation, int axis, int rank) {
  const int normal = axis < 0 ? axis + rank : axis;
  if (normal < 0 || normal >= rank) {
    throw ShapeMismatch("relatile: " + operation + ": axis " + std::to_string(axis) +
                        " is out of bounds for an array of dimension " + std::to_string(rank));
  }
  return normal;
}

RELATILE_INLINE std::vector<int> normal_axes(const std::string& operation, std::vector<int> axes,
                                             int rank) {
  for (int& axis : axes) axis = normal_axis(operation, axis, rank);
  std::sort(axes.begin(), axes.end());
  if (std::adjacent_find(axes.begin(), axes.end()) != axes.end()) {
    throw ShapeMismatch("relatile: " + operation + ": an axis is named twice");
  }
  return axes;
}

RELATILE_INLINE void require_elements(const std::string& operation, const Extents& shape,
                                      const std::vector<int>& axes) {
  for (int d : axes) {
    if (shape[d] == 0) {
      throw ShapeMismatch("relatile: " + operation + ": no elements to choose from along axis " +
                          std::to_string(d) + " of an array of shape " + to_string(shape));
    }
  }
}

}  // namespace relatile::detail

namespace relatile::tra {

RELATILE_INLINE NodePtr make_transpose(const NodePtr& x, const std::vector<int>& axes) {
  const Extents& from = x->type.extents;
  if (static_cast<int>(axes.size()) != from.rank()) {
    throw ShapeMismatch("relatile: transpose: " + std::to_string(axes.size()) +
                        " axes for an array of dimension " + std::to_string(from.rank()));
  }
  Access access = Access::identity(from.rank());
  std::vector<bool> seen(axes.size());
  Extents shape;
  for (int wanted : axes) {
    const int axis = relatile::detail::normal_axis("transpose", wanted, from.rank());
    if (nth(seen, axis)) {
      throw ShapeMismatch("relatile: transpose: axis " + std::to_string(axis) + " occurs twice");
    }
    nth(seen, axis) = true;
    nth(access.dims, axis).label = shape.rank();
    shape.push_back(from[axis]);
  }
  return make_view("transpose", x, std::move(access), shape);
}

}  // namespace relatile::tra

namespace relatile::detail {

RELATILE_INLINE void Indexing::add(std::int64_t position) {
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

RELATILE_INLINE void Indexing::add(const Slice& range) {
  const std::int64_t extent = from[access.rank()];
  if (range.step == 0) throw ShapeMismatch("relatile: a slice's step can't be 0");
  const bool back = range.step < 0;
  // Where nothing is left, a slice that goes back ends before the first element.
  const std::int64_t first = back ? -1 : 0;
  const auto clip = [&](std::int64_t position) {
    if (position < 0) position += extent;
    return std::min(std::max(position, first), extent + first);
  };
  const std::int64_t start = clip(range.start);
  const std::int64_t stop = clip(range.stop);
  const std::int64_t length = back ? start - stop : stop - start;
  const auto given = static_cast<std::uint64_t>(range.step);  // of which -2^63 has a magnitude, too
  const std::uint64_t distance = back ? 0 - given : given;
  const std::int64_t count =
      length > 0 ? static_cast<std::int64_t>(static_cast<std::uint64_t>(length - 1) / distance) + 1
                 : 0;
  const std::int64_t step = count > 1 ? range.step : 1;
  access.dims.push_back({shape.rank(), std::max<std::int64_t>(start, 0), step, 1, nullptr});
  shape.push_back(count);
}

RELATILE_INLINE void Indexing::add(NewAxis) { shape.push_back(1); }

RELATILE_INLINE tra::NodePtr slice_node(const std::string& name, const tra::NodePtr& x, int axis,
                                        const Slice& range) {
  const Extents& shape = x->type.extents;
  const int at = normal_axis(name, axis, shape.rank());
  Indexing indexing{shape, {}, {}};
  for (int d = 0; d < shape.rank(); ++d) indexing.add(d == at ? range : all_of_axis);
  return tra::make_view(name, x, std::move(indexing.access), indexing.shape);
}

}  // namespace relatile::detail
