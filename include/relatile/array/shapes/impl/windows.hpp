// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/shapes/windows.hpp"

#include <cstring>
#include <string>

#include "relatile/tra/along_axis.hpp"
#include "relatile/tra/indexing.hpp"

namespace relatile::detail {

/// Elements of `Size` bytes, one line beside another.
template <std::size_t Size>
void copy_elements(const Lines& lines) {
  constexpr auto size = static_cast<std::int64_t>(Size);
  for (std::int64_t i = 0; i < lines.to_count; ++i) {
    const std::byte* from = lines.from + i * lines.from_step * size;
    std::byte* to = lines.to + i * lines.to_step * size;
    for (std::int64_t line = 0; line < lines.lines; ++line) {
      std::memcpy(to + line * lines.to_next * size, from + line * lines.from_next * size, Size);
    }
  }
}

/// Every line as it is.
inline void copy_line(const Lines& lines, std::size_t size) {
  switch (size) {
    case 1: return copy_elements<1>(lines);
    case 2: return copy_elements<2>(lines);
    case 4: return copy_elements<4>(lines);
    case 8: return copy_elements<8>(lines);
    case 16: return copy_elements<16>(lines);
    default: break;
  }
  // Structs: as rows of bytes.
  const auto bytes = static_cast<std::int64_t>(size);
  for (std::int64_t i = 0; i < lines.to_count; ++i) {
    for (std::int64_t line = 0; line < lines.lines; ++line) {
      std::memcpy(lines.to + (i * lines.to_step + line * lines.to_next) * bytes,
                  lines.from + (i * lines.from_step + line * lines.from_next) * bytes, size);
    }
  }
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
  const std::size_t size = element.size;
  const tra::NodePtr windows = tra::make_of_blocks(
      x, axis, blocks, {"sliding_window_view", [size](const Lines& l) { copy_line(l, size); }},
      {element, width}, Flops{1});
  Extents apart;
  for (int d = 0; d < shape.rank(); ++d) {
    apart.push_back(d == axis ? count : shape[d]);
    if (d == axis) apart.push_back(width);
  }
  return moveaxis_node(reshape_node(windows, apart), {axis + 1}, {shape.rank()});
}

}  // namespace relatile::detail
