// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/shapes/stencil.hpp"

#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

RELATILE_INLINE tra::NodePtr neighbour_node(const tra::NodePtr& ghosted, const Extents& shape,
                                            std::int64_t radius,
                                            const std::vector<std::int64_t>& by) {
  Access access = Access::identity(shape.rank());
  for (int d = 0; d < shape.rank(); ++d) {
    const std::int64_t distance = nth(by, d);
    if (distance < -radius || distance > radius) {
      throw ShapeMismatch("relatile: stencil: a neighbour at a distance of " +
                          std::to_string(distance) + " along axis " + std::to_string(d) +
                          ", and the radius is " + std::to_string(radius));
    }
    nth(access.dims, d).offset = radius + distance;
  }
  return tra::make_view("neighbours", ghosted, std::move(access), shape);
}

}  // namespace relatile::detail
