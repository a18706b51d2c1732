// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/shapes/windows.hpp"

#include <cstdint>
#include <string>

#include "relatile/kernel/strided_copy.hpp"
#include "relatile/tra/along_axis.hpp"
#include "relatile/tra/indexing.hpp"

namespace relatile::detail {

/// Every line as it is.
inline void copy_lines(const Lines& lines, std::int64_t size) {
  kernel::copy_strided(lines.to, {lines.to_step, lines.to_next}, lines.from,
                       {lines.from_step, lines.from_next}, {lines.to_count, lines.lines}, size);
}

RELATILE_INLINE void check_windows(const Extents& widths, const std::vector<int>& axes, int rank) {
  if (axes.size() == static_cast<std::size_t>(widths.rank())) return;
  throw ShapeMismatch("relatile: sliding_window_view: windows of shape " + to_string(widths) +
                      " along " + std::to_string(axes.size()) + " of " + std::to_string(rank) +
                      " axes");
}

RELATILE_INLINE tra::NodePtr windows_node(const tra::NodePtr& x, std::int64_t width, int axis) {
  const Extents& shape = x->type.extents;
  if (width < 1 || width > shape[axis]) {
    throw ShapeMismatch("relatile: sliding_window_view: a window of " + std::to_string(width) +
                        " along axis " + std::to_string(axis) + " of an array of shape " +
                        to_string(shape));
  }
  // Blocks of the axis that overlap: each is copied, one block after the other.
  const std::int64_t count = shape[axis] - width + 1;
  const tra::AxisBlocks blocks{{axis, 0, 1, width, nullptr}, count};
  const ElementType element = x->type.block.element;
  const auto size = static_cast<std::int64_t>(element.size);
  const tra::NodePtr windows = tra::make_of_blocks(
      x, axis, blocks, {"sliding_window_view", [size](const Lines& l) { copy_lines(l, size); }},
      {element, width}, Flops{1});
  Extents apart;
  for (int d = 0; d < shape.rank(); ++d) {
    apart.push_back(d == axis ? count : shape[d]);
    if (d == axis) apart.push_back(width);
  }
  return moveaxis_node(reshape_node(windows, apart), {axis + 1}, {shape.rank()});
}

}  // namespace relatile::detail
