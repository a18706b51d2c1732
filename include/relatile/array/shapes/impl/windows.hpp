// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/shapes/windows.hpp"

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/differentiable.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/kernel/strided_copy.hpp"
#include "relatile/kernel/typed_lines.hpp"
#include "relatile/tra/along_axis.hpp"
#include "relatile/tra/assemble.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::detail {

/// Every line as it is.
inline void copy_lines(const Lines& lines, std::int64_t size) {
  kernel::copy_strided(lines.to, {lines.to_step, lines.to_next}, lines.from,
                       {lines.from_step, lines.from_next}, {lines.to_count, lines.lines}, size);
}

/// The sum of a line's elements on its secondary diagonal, if it is read as a square of `width`.
template <class T>
void sum_diagonals(const Lines& lines, std::int64_t width) {
  const kernel::TypedLines<T> typed(lines);
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    T sum(0);
    for (std::int64_t k = 0; k < width; ++k) {
      sum += typed.from(line)[(width - 1 + k * (width - 1)) * lines.from_step];
    }
    *typed.to(line) = sum;
  }
}

/// x with `zeros` of them before and after it along an axis.
inline tra::NodePtr between_zeros(const tra::NodePtr& x, int axis, std::int64_t zeros) {
  if (zeros == 0) return x;
  Extents shape = x->type.extents;
  Extents begin = Extents::filled(shape.rank(), 0);
  begin[axis] = zeros;
  shape[axis] += 2 * zeros;
  return tra::make_assemble("pad", shape, {{x, begin, Extents::filled(shape.rank(), 1)}},
                            {std::string(x->type.block.element.size, '\0'), {}});
}

inline tra::NodePtr windows_behind(const tra::NodePtr& x, std::int64_t width, int axis);

/// What windows, one after the other along an axis, add to the elements that they are of: element i
/// is number k of window i - k. So, where there are zeros before and after them, it is the sum of
/// one element each of `width` windows that follow each other.
inline tra::NodePtr sums_of_joined(const tra::NodePtr& windows, std::int64_t width, int axis) {
  const ElementType element = windows->type.block.element;
  const tra::NodePtr padded = between_zeros(windows, axis, (width - 1) * width);
  const std::int64_t count = windows->type.extents[axis] / width + width - 1;
  const tra::AxisBlocks blocks{{axis, 0, width, width * width, nullptr}, count};
  LineKernel kernel{"grad of sliding_window_view", nullptr};
  kernel.identity.state = std::to_string(width);
  visit_type(element, [&]<class T>(std::type_identity<T>) {
    kernel.run = [width](const Lines& lines) { sum_diagonals<T>(lines, width); };
  });
  return with_pullback(
      tra::make_of_blocks(padded, axis, blocks, std::move(kernel), {element, 1}, Flops{width}),
      {windows},
      [width, axis](const tra::NodePtr&, const std::vector<tra::NodePtr>& of,
                    const tra::NodePtr& g) {
        return std::vector<tra::NodePtr>{
            reshape_node(windows_behind(g, width, axis), of[0]->type.extents)};
      });
}

/// All windows of a width, whose elements stand along a new axis behind: blocks that overlap, each
/// of which is copied.
inline tra::NodePtr windows_behind(const tra::NodePtr& x, std::int64_t width, int axis) {
  const tra::AxisBlocks blocks{{axis, 0, 1, width, nullptr}, x->type.extents[axis] - width + 1};
  const auto size = static_cast<std::int64_t>(x->type.block.element.size);
  const ElementType element = x->type.block.element;
  const tra::NodePtr windows = tra::make_of_blocks(
      x, axis, blocks, {"sliding_window_view", [size](const Lines& l) { copy_lines(l, size); }},
      {element, width}, Flops{1});
  tra::change_op<tra::AlongAxis>(*windows, [](tra::AlongAxis& along) { along.copies = true; });
  Access& made = windows->output;
  nth(made.dims, axis) = {axis, 0, 1, 1, nullptr};
  made.dims.insert(made.dims.begin() + axis + 1, AccessDim{-1, 0, 1, width, nullptr});
  Extents shape;
  for (const AccessDim& dim : made.dims) {
    shape.push_back(dim.label < 0 ? width : windows->labels[dim.label]);
  }
  windows->type = tra::array_type(element, shape);
  return with_pullback(
      windows, {x},
      [width, axis](const tra::NodePtr&, const std::vector<tra::NodePtr>& of,
                    const tra::NodePtr& g) {
        Extents joined = of[0]->type.extents;
        joined[axis] = g->type.extents[axis] * width;
        return std::vector<tra::NodePtr>{sums_of_joined(reshape_node(g, joined), width, axis)};
      });
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
  return moveaxis_node(windows_behind(x, width, axis), {axis + 1}, {shape.rank()});
}

}  // namespace relatile::detail
