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

/// A stretch of an axis and where it begins in the padded one; one place may be there many times.
struct PaddedPiece {
  Stretch stretch;
  std::int64_t begin = 0;
  std::int64_t count = 0;
};

/// Whether edges are put place by place, and not as a view that repeats one, which all sites need.
inline bool is_narrow_edge(std::string_view mode, const PadWidth& width) {
  return mode == "edge" && std::max(width.before, width.after) <= 2;
}

inline std::vector<PaddedPiece> pieces_of(std::string_view mode, std::int64_t extent,
                                          const PadWidth& width) {
  std::vector<PaddedPiece> pieces;
  std::int64_t begin = 0;
  const auto add = [&](const Stretch& stretch, std::int64_t count) {
    if (count > 0) pieces.push_back({stretch, begin, count});
    begin += count;
  };
  if (mode == "edge") {
    // A place by itself is needed by those sites alone that have it in their share.
    const bool is_narrow = is_narrow_edge(mode, width);
    const auto add_edge = [&](std::int64_t at, std::int64_t count) {
      for (; is_narrow && count > 1; --count) add({at, at + 1}, 1);
      add({at, at + 1}, count);
    };
    add_edge(0, width.before);
    add({0, extent}, extent);
    add_edge(extent - 1, width.after);
    return pieces;
  }
  std::vector<Stretch> before = continued(mode, extent, width.before, true);
  std::reverse(before.begin(), before.end());
  for (const Stretch& stretch : before) add(stretch, stretch.high - stretch.low);
  add({0, extent}, extent);
  for (const Stretch& stretch : continued(mode, extent, width.after, false)) {
    add(stretch, stretch.high - stretch.low);
  }
  return pieces;
}

/// What a piece has of x along an axis: a view.
inline tra::NodePtr piece_node(const tra::NodePtr& x, int axis, const PaddedPiece& piece) {
  const auto& [low, high, backwards] = piece.stretch;
  tra::NodePtr part =
      high - low == x->type.extents[axis] ? x : part_node("pad", x, axis, {low, high});
  if (backwards) part = slice_node("pad", part, axis, slice({}, {}, -1));
  if (piece.count == high - low) return part;
  Extents shape = part->type.extents;
  shape[axis] = piece.count;
  return tra::make_view("pad", part, tra::broadcast_access(part->type.extents, shape), shape);
}

/// Pads axes one after another, and copies as seldom as it can: what is to be put together is parts
/// of x, those of one axis times those of others. Planning takes longer the more of them there are,
/// so that above `most_parts` those of the axes before are put together first.
class AxisPadder {
 public:
  explicit AxisPadder(tra::NodePtr x) : x_(std::move(x)) { start(); }

  void pad(int axis, const PadWidth& width, std::string_view mode);
  tra::NodePtr padded() {
    put_together();
    return x_;
  }

 private:
  static constexpr std::size_t most_parts = 27;

  void start() {
    shape_ = x_->type.extents;
    parts_ = {{x_, Extents::filled(shape_.rank(), 0)}};
  }
  void put_together() {
    if (parts_.size() == 1) return;
    x_ = tra::make_assemble("pad", shape_, parts_);
    start();
  }

  tra::NodePtr x_;
  Extents shape_;
  std::vector<tra::AssembledPart> parts_;
};

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

inline void AxisPadder::pad(int axis, const PadWidth& width, std::string_view mode) {
  const std::int64_t extent = shape_[axis];
  if (extent == 0) {
    throw ShapeMismatch("relatile: pad: axis " + std::to_string(axis) + " of an array of shape " +
                        to_string(shape_) + " has no elements that mode '" + std::string(mode) +
                        "' could repeat");
  }
  if (mode != "edge" && std::max(width.before, width.after) > 4 * extent) {
    put_together();
    x_ = gather_node("pad", x_, {padded_places(mode, extent, width).node()}, {axis}, false);
    start();
    return;
  }
  const std::vector<PaddedPiece> pieces = pieces_of(mode, extent, width);
  // What all sites need is sent to each of them: it should not be sent by every part of it.
  const bool repeats = mode == "edge" && !is_narrow_edge(mode, width);
  if (repeats || parts_.size() * pieces.size() > most_parts) put_together();
  std::vector<tra::AssembledPart> parts;
  for (const auto& [array, begin, steps] : parts_) {
    for (const PaddedPiece& piece : pieces) {
      parts.push_back({piece_node(array, axis, piece), begin});
      parts.back().begin[axis] = piece.begin;
    }
  }
  parts_ = std::move(parts);
  shape_[axis] += width.before + width.after;
  if (repeats) put_together();
}

RELATILE_INLINE tra::NodePtr pad_mode_node(const tra::NodePtr& x,
                                           const std::vector<PadWidth>& widths,
                                           std::string_view mode) {
  const std::vector<std::string_view> known{"edge", "reflect", "symmetric", "wrap"};
  if (std::find(known.begin(), known.end(), mode) == known.end()) {
    throw ShapeMismatch("relatile: pad: there is no mode '" + std::string(mode) +
                        "'; there are constant, edge, reflect, symmetric, wrap and empty");
  }
  AxisPadder padder(x);
  for (int d = 0; d < x->type.rank(); ++d) {
    const PadWidth& width = widths[static_cast<std::size_t>(d)];
    if (width.before + width.after > 0) padder.pad(d, width, mode);
  }
  return padder.padded();
}

}  // namespace relatile::detail
