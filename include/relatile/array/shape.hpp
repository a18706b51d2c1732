// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>

#include "relatile/core/error.hpp"
#include "relatile/core/extents.hpp"

// The shapes that functions are given: written {3, n} or made before, and checked.

namespace relatile::detail {

/// An Extents that is one already. Braces are not, so they mean one overload only.
template <class S>
concept GivenExtents = std::is_same_v<S, Extents>;

template <int N>
const Extents& require_shape(const std::string& operation, const Extents& shape) {
  if (shape.rank() != N) {
    throw ShapeMismatch("relatile: " + operation + ": the shape " + to_string(shape) + " has " +
                        std::to_string(shape.rank()) + " dimensions, the array " +
                        std::to_string(N));
  }
  for (auto extent : shape) {
    if (extent < 0)
      throw ShapeMismatch("relatile: " + operation + ": negative extents in " + to_string(shape));
  }
  return shape;
}

template <std::size_t N>
Extents to_extents(const Extent (&shape)[N]) {
  static_assert(N <= static_cast<std::size_t>(max_rank),
                "relatile: an array has between 0 and 16 dimensions");
  Extents extents;
  for (const Extent extent : shape) extents.push_back(extent);
  return extents;
}

}  // namespace relatile::detail
