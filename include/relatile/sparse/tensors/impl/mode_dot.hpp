// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/tensors/mode_dot.hpp"

#include <string>

#include "relatile/core/error.hpp"

namespace relatile::detail {

RELATILE_INLINE void require_mode(const Extents& s, int axis, const Extents& x, int of_x) {
  if (s[axis] == x[of_x]) return;
  throw ShapeMismatch(std::string("relatile: mode_dot: a ") + (of_x == 0 ? "vector" : "matrix") +
                      " of shape " + to_string(x) + " along axis " + std::to_string(axis) +
                      " of a sparse array of shape " + to_string(s) +
                      (of_x == 0 ? "" : ": it has a column for each index"));
}

}  // namespace relatile::detail
