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
#include "relatile/tra/along_axis.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::rules {
namespace detail {

/// Windows along an axis of x, whose elements stand along a new last axis.
struct Windows {
  tra::NodePtr x;
  int axis = 0;
  std::int64_t width = 0;
  Bytes stored;  ///< what it would take to make them
};

/// Not there yet, and nobody says how to make it. It may have a name, and be made when it is read.
inline bool need_not_be(const tra::Node& node) { return !node.evaluated() && node.pins.none(); }

/// The windows that a node is, if it is what sliding_window_view makes: a copy of blocks that
/// overlap, an axis of which becomes two, the second of which is moved behind all others.
inline std::optional<Windows> windows_of(const tra::Node& node) {
  const tra::Node* at = &node;
  const bool moved = at->is_view();
  if (moved) at = at->inputs[0].get();
  if (!need_not_be(node) || !need_not_be(*at) || at->kind() != tra::Kind::reshape) return {};
  const tra::Node& copied = *at->inputs[0];
  const auto* const along = tra::op_if<tra::AlongAxis>(copied);
  if (!along || !along->copies || !need_not_be(copied)) return {};
  const tra::NodePtr& x = copied.inputs[0];
  const int axis = along->axis;
  const AccessDim& read = nth(copied.accesses[0].dims, axis);
  Extents apart;
  Access behind;
  for (int d = 0; d < x->type.rank(); ++d) {
    apart.push_back(d == axis ? copied.labels[axis] : x->type.extents[d]);
    behind.dims.push_back({d, 0, 1, 1, nullptr});
    if (d != axis) continue;
    apart.push_back(read.width);
    behind.dims.push_back({x->type.rank(), 0, 1, 1, nullptr});
  }
  const Access in_place = Access::identity(apart.rank());
  if (!(at->type.extents == apart)) return {};
  if (!((moved ? node.accesses[0] : in_place) == behind)) return {};
  return Windows{x, axis, read.width, stored_by(copied) + stored_by(*at)};
}

/// Each window combined, into the place of its first element.
inline void reduce_lines(const Reduction& reduction, std::int64_t width, const Lines& lines) {
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
    for (std::int64_t i = 0; i < lines.to_count; ++i, from += size, to += lines.to_step * size) {
      std::memcpy(to, reduction.identity.data(), reduction.element.size);
      reduction.fold(to, 1, from, 1, width);
    }
  }
}

/// The reduction of windows of x; blocks of it have the windows that begin there.
inline tra::NodePtr reduced_windows(const Windows& windows,
                                    const std::shared_ptr<const Reduction>& reduction) {
  const std::int64_t width = windows.width;
  const std::int64_t all = windows.x->type.extents[windows.axis] - width + 1;
  constexpr std::int64_t shortest = 256;
  const tra::AxisBlocks made = tra::even_blocks(windows.axis, all, many_parts(all, shortest));
  tra::AxisBlocks read = made;
  if (made.dim.cuts) {
    std::vector<std::int64_t> ends(made.dim.cuts->begin() + 1, made.dim.cuts->end());
    for (std::int64_t& end : ends) end += width - 1;
    read.dim.ends = std::make_shared<const std::vector<std::int64_t>>(std::move(ends));
  } else {
    read.dim.width += width - 1;
  }
  LineKernel kernel{
      reduction->name + ".windows",
      [reduction, width](const Lines& lines) { reduce_lines(*reduction, width, lines); },
      reduction->kernel_identity};
  kernel.identity.state += std::to_string(width);
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
  made->where = node.where;
  made->title = node.title;
  made->handle = node.handle;
  made->pins = node.pins;
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
