// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/lines/reproducible.hpp"

#include <cstddef>
#include <vector>

#include "relatile/array/lines/along_blocks.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/kernel/scans.hpp"
#include "relatile/tra/along_axis.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

template <class T>
tra::NodePtr reproducible_sum_node(const tra::NodePtr& x, int axis) {
  const std::int64_t extent = x->type.extents[axis];
  const tra::LineResult one{x->type.block.element, 1};
  const LineKernel add{"reproducible_sum", kernel::sum_lines_in_eights<T>};
  if (extent == 0) {
    Extents shape = x->type.extents;
    shape[axis] = 1;
    const T zero(0);
    return full_node(shape, x->type.block.element, &zero);
  }
  const tra::AxisBlocks blocks = tra::even_blocks(axis, extent, block_count(extent));
  const tra::NodePtr sums = tra::make_of_blocks(x, axis, blocks, add, one, Flops{1});
  return with_pullback(
      tra::make_along_axis(sums, axis, add, one, Flops{1}), {x},
      [axis, extent](const tra::NodePtr&, const std::vector<tra::NodePtr>&, const tra::NodePtr& g) {
        Access all_from_one = Access::identity(g->type.rank());
        all_from_one.dims[std::size_t(axis)] = {-1, 0, 1, 1, nullptr};
        Extents shape = g->type.extents;
        shape[axis] = extent;
        return std::vector<tra::NodePtr>{tra::make_view("broadcast", g, all_from_one, shape)};
      });
}

}  // namespace relatile::detail
