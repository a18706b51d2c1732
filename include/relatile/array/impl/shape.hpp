// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/shape.hpp"

#include "relatile/core/error.hpp"

namespace relatile::detail {

RELATILE_INLINE void check_shape(const std::string& operation, const Extents& shape, int rank) {
  if (shape.rank() != rank) {
    throw ShapeMismatch("relatile: " + operation + ": the shape " + to_string(shape) + " has " +
                        std::to_string(shape.rank()) + " dimensions, the array " +
                        std::to_string(rank));
  }
  for (auto extent : shape) {
    if (extent < 0) {
      throw ShapeMismatch("relatile: " + operation + ": negative extents in " + to_string(shape));
    }
  }
}

}  // namespace relatile::detail
