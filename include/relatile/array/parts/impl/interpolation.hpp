// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/interpolation.hpp"

namespace relatile::detail {

RELATILE_INLINE void require_points(const Extents& places, const Extents& values) {
  if (places == values && places[0] > 0) return;
  throw ShapeMismatch("relatile: interp: places of shape " + to_string(places) +
                      " and values of shape " + to_string(values));
}

}  // namespace relatile::detail
