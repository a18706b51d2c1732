// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/reduce_windows.hpp"

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/rules/replaced_inputs.hpp"
#include "relatile/rules/windows.hpp"
#include "relatile/tra/along_axis.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::rules {
namespace detail {

/// Windows along an axis of x, whose elements stand along a new last axis.
struct Windows {
  tra::NodePtr x;
  int axis = 0;
  AccessDim read;          ///< of the axis, by the number of a window
  std::int64_t count = 0;  ///< of windows
  Bytes stored;            ///< what it would take to make them
};

/// The windows that a node is, if it is all of what sliding_window_view makes: a copy of blocks
/// that overlap, whose elements' axis is moved behind all others.
inline std::optional<Windows> windows_of(const tra::Node& node) {
  if (!need_not_be(node)) return {};
  const bool moved = node.is_view();
  const tra::Node& copied = moved ? *node.inputs[0] : node;
  const tra::AlongAxis* const along = made_windows(copied);
  if (!along) return {};
  if (volume(node.type.extents) != volume(copied.type.extents)) return {};
  const tra::NodePtr& x = copied.inputs[0];
  Access behind;
  for (int d = 0; d < x->type.rank(); ++d) {
    behind.dims.push_back({d, 0, 1, 1, nullptr});
    if (d == along->axis) behind.dims.push_back({x->type.rank(), 0, 1, 1, nullptr});
  }
  const Access in_place = Access::identity(copied.type.rank());
  if (!((moved ? node.accesses[0] : in_place) == behind)) return {};
  return Windows{x, along->axis, nth(copied.accesses[0].dims, along->axis),
                 copied.labels[along->axis], stored_by(copied)};
}

/// Each window combined; windows begin `step` elements apart.
inline void reduce_lines(const Reduction& reduction, std::int64_t width, std::int64_t step,
                         const Lines& lines) {
  const auto size = static_cast<std::int64_t>(reduction.element.size);
  std::vector<std::byte> copy;
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    const std::byte* from = lines.from + line * lines.from_next * size;
    if (lines.from_step != 1) {  // a reduction takes elements that lie one after the other
      copy.resize(static_cast<std::size_t>(lines.count * size));
      for (std::int64_t i = 0; i < lines.count; ++i) {
        std::memcpy(copy.data() + i * size, from + i * lines.from_step * size,
                    reduction.element.size);
      }
      from = copy.data();
    }
    std::byte* to = lines.to + line * lines.to_next * size;
    for (std::int64_t i = 0; i < lines.to_count; ++i, to += lines.to_step * size) {
      std::memcpy(to, reduction.identity.data(), reduction.element.size);
      reduction.fold(to, 1, from, 1, width);
      from += step * size;
    }
  }
}

/// The reduction of windows of x; blocks of it have the windows that begin there.
inline tra::NodePtr reduced_windows(const Windows& windows,
                                    const std::shared_ptr<const Reduction>& reduction) {
  const std::int64_t width = windows.read.width;
  const std::int64_t step = windows.read.step;
  const std::int64_t offset = windows.read.offset;
  constexpr std::int64_t shortest = 256;
  const tra::AxisBlocks made =
      tra::even_blocks(windows.axis, windows.count, many_parts(windows.count, shortest));
  tra::AxisBlocks read = made;
  if (made.dim.cuts) {
    std::vector<std::int64_t> begins;
    std::vector<std::int64_t> ends;
    for (const std::int64_t cut : *made.dim.cuts) {
      begins.push_back(offset + cut * step);
      ends.push_back(offset + (cut - 1) * step + width);
    }
    ends.erase(ends.begin());
    read.dim.cuts = std::make_shared<const std::vector<std::int64_t>>(std::move(begins));
    read.dim.ends = std::make_shared<const std::vector<std::int64_t>>(std::move(ends));
  } else {
    read.dim.offset = offset;
    read.dim.step = made.dim.width * step;
    read.dim.width = (made.dim.width - 1) * step + width;
  }
  LineKernel kernel{reduction->name + ".windows",
                    [reduction, width, step](const Lines& lines) {
                      reduce_lines(*reduction, width, step, lines);
                    },
                    reduction->kernel_identity};
  kernel.identity.state += std::to_string(width) + " " + std::to_string(step);
  return tra::make_of_blocks(windows.x, windows.axis, read, std::move(kernel),
                             {reduction->element, made.dim.width, made.dim.cuts}, Flops{width});
}

/// The axes of its operand that a node reduces, if it does nothing else.
inline std::optional<std::vector<int>> reduced_axes(const tra::Node& node) {
  const bool reduces = !node.evaluated() && node.kind() == tra::Kind::map && node.reduction() &&
                       node.program()->stages.empty() && node.inputs.size() == 1;
  if (!reduces || !(node.accesses[0] == Access::identity(node.labels.rank()))) return {};
  std::vector<int> axes;
  Access kept;
  for (int l = 0; l < node.labels.rank(); ++l) {
    if (node.aggregates(l)) {
      axes.push_back(l);
    } else {
      kept.dims.push_back({l, 0, 1, 1, nullptr});
    }
  }
  if (axes.empty() || !(node.output == kept)) return {};
  return axes;
}

/// What takes the place of a reduction of windows; else null.
inline tra::NodePtr without_windows(const tra::Node& node, plan::AppliedRule& applied) {
  std::optional<std::vector<int>> axes = reduced_axes(node);
  if (!axes || axes->back() + 1 != node.labels.rank()) return nullptr;
  std::optional<Windows> windows = windows_of(*node.inputs[0]);
  if (!windows) return nullptr;
  axes->pop_back();
  int before = 0;
  for (const int axis : *axes) {
    if (axis == windows->axis) return nullptr;
    before += axis < windows->axis ? 1 : 0;
  }
  const auto reduction = tra::op_of<tra::Map>(node).reduction;
  if (!axes->empty()) {
    windows->x = tra::make_reduce(windows->x, *axes, false, *reduction);
    windows->axis -= before;
    if (tra::NodePtr inner = without_windows(*windows->x, applied)) windows->x = std::move(inner);
  }
  applied.note(1, {}, windows->stored);
  const tra::NodePtr made = reduced_windows(*windows, reduction);
  take_place_of(node, *made);
  return made;
}

}  // namespace detail

RELATILE_INLINE Rewritten reduce_windows(const std::vector<tra::NodePtr>& order,
                                         const std::vector<tra::NodePtr>&,
                                         plan::AppliedRule& applied) {
  Rewritten found;
  for (const auto& node : order) {
    if (tra::NodePtr made = detail::without_windows(*node, applied)) found[node.get()] = made;
  }
  if (found.empty()) return {};
  return reading_each_other(order, [&](const tra::NodePtr& node) {
    const auto now = found.find(node.get());
    return now == found.end() ? node : now->second;
  });
}

}  // namespace relatile::rules
