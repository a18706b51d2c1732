// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/shapes/roll.hpp"

#include <string>

#include "relatile/array/shapes/joining.hpp"
#include "relatile/tra/indexing.hpp"

namespace relatile::detail {

RELATILE_INLINE tra::NodePtr roll_node(const tra::NodePtr& x,
                                       const std::vector<std::int64_t>& shifts,
                                       const std::vector<int>& axes) {
  if (shifts.size() != axes.size()) {
    throw ShapeMismatch("relatile: roll: " + std::to_string(shifts.size()) + " shifts for " +
                        std::to_string(axes.size()) + " axes");
  }
  tra::NodePtr node = x;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const int at = normal_axis("roll", axes[i], x->type.rank());
    const std::int64_t extent = x->type.extents[at];
    if (extent == 0 || shifts[i] % extent == 0) continue;
    const std::int64_t kept = extent - (shifts[i] % extent + extent) % extent;
    node = concatenate_node(
        "roll",
        {part_node("roll", node, at, {kept, extent}), part_node("roll", node, at, {0, kept})}, at);
  }
  return node;
}

}  // namespace relatile::detail
