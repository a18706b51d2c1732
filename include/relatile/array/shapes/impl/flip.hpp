// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/shapes/flip.hpp"

#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

RELATILE_INLINE tra::NodePtr flip_node(const std::string& name, const tra::NodePtr& x,
                                       const std::vector<int>& axes) {
  const Extents& shape = x->type.extents;
  const std::vector<int> back = normal_axes(name, axes, shape.rank());
  Indexing indexing{shape, {}, {}};
  auto next = back.begin();
  for (int d = 0; d < shape.rank(); ++d) {
    const bool reversed = next != back.end() && *next == d;
    if (reversed) ++next;
    indexing.add(reversed ? slice({}, {}, -1) : all_of_axis);
  }
  return tra::make_view(name, x, std::move(indexing.access), indexing.shape);
}

RELATILE_INLINE tra::NodePtr rot90_node(const tra::NodePtr& x, int k) {
  switch ((k % 4 + 4) % 4) {
    case 0: return flip_node("rot90", x, {});
    case 1: return flip_node("rot90", tra::make_transpose(x, {1, 0}), {0});
    case 2: return flip_node("rot90", x, {0, 1});
    default: return tra::make_transpose(flip_node("rot90", x, {0}), {1, 0});
  }
}

}  // namespace relatile::detail
