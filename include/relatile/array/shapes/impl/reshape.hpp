// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/shapes/reshape.hpp"

#include <string>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/reshape.hpp"

namespace relatile::detail {

RELATILE_INLINE Extents inferred_shape(const Extents& from, Extents extents) {
  int open = -1;
  std::int64_t known = 1;
  for (int d = 0; d < extents.rank(); ++d) {
    if (extents[d] == -1 && open < 0) {
      open = d;
    } else if (extents[d] < 0) {
      throw ShapeMismatch("relatile: reshape: an array of shape " + to_string(from) +
                          " can't get the shape " + to_string(extents) +
                          "; one extent may be -1, which is then what is left");
    } else {
      known *= extents[d];
    }
  }
  if (open < 0) return extents;
  if (known == 0 || volume(from) % known != 0) {
    throw ShapeMismatch("relatile: reshape: " + std::to_string(volume(from)) +
                        " elements of an array of shape " + to_string(from) +
                        " do not fit a shape " + to_string(extents));
  }
  extents[open] = volume(from) / known;
  return extents;
}

RELATILE_INLINE tra::NodePtr reshape_node(const tra::NodePtr& x, const Extents& shape) {
  return tra::make_reshape(x, inferred_shape(x->type.extents, shape));
}

RELATILE_INLINE tra::NodePtr moveaxis_node(const tra::NodePtr& x, std::vector<int> source,
                                           std::vector<int> destination) {
  const int rank = x->type.rank();
  if (source.size() != destination.size()) {
    throw ShapeMismatch("relatile: moveaxis: " + std::to_string(source.size()) + " axes to " +
                        std::to_string(destination.size()) + " places");
  }
  for (int& axis : source) axis = normal_axis("moveaxis", axis, rank);
  for (int& axis : destination) axis = normal_axis("moveaxis", axis, rank);
  normal_axes("moveaxis", source, rank);  // throws for an axis that is named twice
  normal_axes("moveaxis", destination, rank);
  std::vector<int> order(static_cast<std::size_t>(rank), -1);
  std::vector<bool> moved(order.size(), false);
  for (std::size_t i = 0; i < source.size(); ++i) {
    nth(order, destination[i]) = source[i];
    moved[static_cast<std::size_t>(source[i])] = true;
  }
  std::size_t next = 0;
  for (int& axis : order) {
    if (axis >= 0) continue;
    while (moved[next]) ++next;
    axis = static_cast<int>(next++);
  }
  return tra::make_transpose(x, order);
}

RELATILE_INLINE tra::NodePtr with_axes_node(const tra::NodePtr& x, int before, int after) {
  if (before == 0 && after == 0) return x;
  Extents shape = Extents::filled(before, 1);
  Access access;
  for (const std::int64_t extent : x->type.extents) {
    access.dims.push_back({shape.rank(), 0, 1, 1, nullptr});
    shape.push_back(extent);
  }
  for (int d = 0; d < after; ++d) shape.push_back(1);
  return tra::make_view("expand_dims", x, std::move(access), shape);
}

RELATILE_INLINE tra::NodePtr repeat_node(const tra::NodePtr& x, std::int64_t count, int axis,
                                         bool whole) {
  const char* const name = whole ? "tile" : "repeat";
  const Extents& from = x->type.extents;
  const int at = normal_axis(name, axis, from.rank());
  if (count < 0) {
    throw ShapeMismatch(std::string("relatile: ") + name + ": " + std::to_string(count) +
                        " times an array of shape " + to_string(from));
  }
  if (count == 1) return x;
  Access access;
  Extents repeated;
  for (int d = 0; d < from.rank(); ++d) {
    if (d == at && whole) repeated.push_back(count);
    access.dims.push_back({repeated.rank(), 0, 1, 1, nullptr});
    repeated.push_back(from[d]);
    if (d == at && !whole) repeated.push_back(count);
  }
  if (repeated.rank() > max_rank) {
    throw LimitExceeded(std::string("relatile: ") + name + ": of at most 15 dimensions");
  }
  Extents shape = from;
  shape[at] *= count;
  return tra::make_reshape(tra::make_view(name, x, std::move(access), repeated), shape);
}

}  // namespace relatile::detail
