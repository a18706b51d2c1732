// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/tensors/creation.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "relatile/array/conversion.hpp"
#include "relatile/core/error.hpp"
#include "relatile/expr/operators.hpp"

namespace relatile::detail {

RELATILE_INLINE void require_indices(const char* operation, const Extents& shape,
                                     const std::vector<Array<std::int64_t, 1>>& indices,
                                     std::int64_t values) {
  const std::string of = std::string("relatile: ") + operation + ": ";
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const std::int64_t count = indices[static_cast<std::size_t>(axis)].size();
    if (count == values) continue;
    throw ShapeMismatch(of + std::to_string(count) + " indices along axis " + std::to_string(axis) +
                        " for " + std::to_string(values) +
                        " values; there is one of each for every entry");
  }
  if (values == 0) return;
  std::vector<Array<std::int64_t, 0>> bounds;
  std::vector<tra::NodePtr> nodes;
  for (const auto& along : indices) {
    for (const Array<std::int64_t, 0>& bound : {as_array(min(along)), as_array(max(along))}) {
      bounds.push_back(bound);
      nodes.push_back(bound.node());
    }
  }
  Session::current().evaluate(nodes);
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const auto at = 2 * static_cast<std::size_t>(axis);
    const std::int64_t least = bounds[at].item();
    const std::int64_t most = bounds[at + 1].item();
    if (least >= 0 && most < shape[axis]) continue;
    throw ShapeMismatch(of + "index " + std::to_string(least < 0 ? least : most) + " along axis " +
                        std::to_string(axis) + " is not in the shape " + to_string(shape));
  }
}

RELATILE_INLINE Array<std::int64_t, 1> place_along(
    const Extents& shape, const std::vector<Array<std::int64_t, 1>>& indices, const Extents& axes) {
  Array<std::int64_t, 1> place = as_array(indices[0] * std::int64_t{0});
  bool first = true;
  for (const std::int64_t axis : axes) {
    const Array<std::int64_t, 1>& along = indices[static_cast<std::size_t>(axis)];
    place = first ? along : as_array(place * shape[static_cast<int>(axis)] + along);
    first = false;
  }
  return place;
}

RELATILE_INLINE std::vector<Array<std::int64_t, 1>> indices_along(
    const Extents& shape, const Extents& axes, const Array<std::int64_t, 1>& places) {
  std::vector<Array<std::int64_t, 1>> found(static_cast<std::size_t>(axes.rank()));
  Array<std::int64_t, 1> left = places;
  for (int at = axes.rank() - 1; at >= 0; --at) {
    const std::int64_t extent = std::max<std::int64_t>(shape[static_cast<int>(axes[at])], 1);
    const bool is_last = at == 0;
    found[static_cast<std::size_t>(at)] = is_last ? left : as_array(left % extent);
    if (!is_last) left = as_array(floor_divide(left, extent));
  }
  return found;
}

}  // namespace relatile::detail
