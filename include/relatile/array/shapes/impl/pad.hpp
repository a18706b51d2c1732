// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/shapes/pad.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/expr/gather.hpp"
#include "relatile/expr/named.hpp"
#include "relatile/tra/assemble.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

RELATILE_INLINE std::vector<PadWidth> widths_of(const Extents& shape,
                                                const std::vector<PadWidth>& widths) {
  const auto rank = static_cast<std::size_t>(shape.rank());
  const auto is_negative = [](const PadWidth& width) {
    return width.before < 0 || width.after < 0;
  };
  if ((widths.size() != 1 && widths.size() != rank) ||
      std::any_of(widths.begin(), widths.end(), is_negative)) {
    throw ShapeMismatch("relatile: pad: an array of shape " + to_string(shape) +
                        " takes one pair of widths, or one for each axis, none below 0");
  }
  for (const PadWidth& width : widths) {
    constexpr std::int64_t most = std::int64_t{1} << 60;
    if (width.before < most && width.after < most) continue;
    throw LimitExceeded("relatile: pad: " + std::to_string(std::max(width.before, width.after)) +
                        " elements");
  }
  return widths.size() == rank ? widths : std::vector<PadWidth>(rank, widths[0]);
}

RELATILE_INLINE tra::NodePtr pad_constant_node(const tra::NodePtr& x,
                                               const std::vector<PadWidth>& widths,
                                               const FillElement& value) {
  Extents shape = x->type.extents;
  Extents begin = shape;
  for (int d = 0; d < shape.rank(); ++d) {
    const PadWidth& width = widths[static_cast<std::size_t>(d)];
    begin[d] = width.before;
    shape[d] += width.before + width.after;
  }
  tra::AssembleFill fill;
  fill.element.assign(static_cast<const char*>(value.element), x->type.block.element.size);
  fill.identity = value.identity;
  return tra::make_assemble("pad", shape, {{x, begin}}, std::move(fill));
}

/// A stretch of an axis that an array goes on with at either end, forwards or backwards.
struct Stretch {
  std::int64_t low = 0;
  std::int64_t high = 0;
  bool backwards = false;
};

/// What goes on after the end of an axis of `extent` elements, `count` of them; with `mirrored`
/// before its beginning, from there on outwards.
inline std::vector<Stretch> continued(std::string_view mode, std::int64_t extent,
                                      std::int64_t count, bool mirrored) {
  // Before its beginning an axis goes on as one that is turned over does after its end; what is put
  // there is turned over, too, so that a stretch keeps its direction.
  std::vector<Stretch> stretches;
  const bool wraps = mode == "wrap";
  const std::int64_t edge = mode == "reflect" && extent > 1 ? 1 : 0;
  for (bool backwards = !wraps; count > 0;) {
    const std::int64_t length = std::min(count, extent - edge);
    Stretch next = backwards ? Stretch{extent - edge - length, extent - edge, true}
                             : Stretch{edge, edge + length, false};
    if (mirrored) next = {extent - next.high, extent - next.low, next.backwards};
    stretches.push_back(next);
    count -= length;
    if (!wraps) backwards = !backwards;
  }
  return stretches;
}

inline tra::NodePtr stretch_node(const tra::NodePtr& x, int axis, const Stretch& stretch) {
  const tra::NodePtr part = part_node("pad", x, axis, {stretch.low, stretch.high});
  return stretch.backwards ? slice_node("pad", part, axis, slice({}, {}, -1)) : part;
}

/// One place of an axis as often as wanted.
inline tra::NodePtr repeated_edge(const tra::NodePtr& x, int axis, std::int64_t at,
                                  std::int64_t count) {
  const tra::NodePtr one = part_node("pad", x, axis, {at, at + 1});
  Extents shape = one->type.extents;
  shape[axis] = count;
  return tra::make_view("pad", one, tra::broadcast_access(one->type.extents, shape), shape);
}

/// Where along an axis of `extent` elements the padded one reads, if it goes on for many periods:
/// as indices, and not as a part for each of them.
inline Array<std::int64_t, 1> padded_places(std::string_view mode, std::int64_t extent,
                                            const PadWidth& width) {
  const auto at = arange<std::int64_t>(width.before + extent + width.after) - width.before;
  if (mode == "wrap" || extent == 1) return at % extent;
  const std::int64_t period = mode == "symmetric" ? 2 * extent : 2 * (extent - 1);
  const Array<std::int64_t, 1> phase = at % period;
  return where(phase < extent, phase, (mode == "symmetric" ? period - 1 : period) - phase);
}

inline tra::NodePtr pad_axis(const tra::NodePtr& x, int axis, const PadWidth& width,
                             std::string_view mode) {
  const std::int64_t extent = x->type.extents[axis];
  if (extent == 0) {
    throw ShapeMismatch("relatile: pad: axis " + std::to_string(axis) + " of an array of shape " +
                        to_string(x->type.extents) + " has no elements that mode '" +
                        std::string(mode) + "' could repeat");
  }
  std::vector<tra::NodePtr> parts;
  if (mode == "edge") {
    if (width.before > 0) parts.push_back(repeated_edge(x, axis, 0, width.before));
    parts.push_back(x);
    if (width.after > 0) parts.push_back(repeated_edge(x, axis, extent - 1, width.after));
  } else if (std::max(width.before, width.after) > 4 * extent) {
    return gather_node("pad", x, {padded_places(mode, extent, width).node()}, {axis}, false);
  } else {
    std::vector<Stretch> before = continued(mode, extent, width.before, true);
    std::reverse(before.begin(), before.end());
    for (const Stretch& stretch : before) parts.push_back(stretch_node(x, axis, stretch));
    parts.push_back(x);
    for (const Stretch& stretch : continued(mode, extent, width.after, false)) {
      parts.push_back(stretch_node(x, axis, stretch));
    }
  }
  return concatenate_node("pad", parts, axis);
}

RELATILE_INLINE tra::NodePtr pad_mode_node(const tra::NodePtr& x,
                                           const std::vector<PadWidth>& widths,
                                           std::string_view mode) {
  const std::vector<std::string_view> known{"edge", "reflect", "symmetric", "wrap"};
  if (std::find(known.begin(), known.end(), mode) == known.end()) {
    throw ShapeMismatch("relatile: pad: there is no mode '" + std::string(mode) +
                        "'; there are constant, edge, reflect, symmetric, wrap and empty");
  }
  tra::NodePtr node = x;
  for (int d = 0; d < x->type.rank(); ++d) {
    const PadWidth& width = widths[static_cast<std::size_t>(d)];
    if (width.before + width.after > 0) node = pad_axis(node, d, width, mode);
  }
  return node;
}

}  // namespace relatile::detail
