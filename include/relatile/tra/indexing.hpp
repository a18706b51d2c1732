// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/map.hpp"

// Axes, positions and ranges as NumPy counts them, and the views that they make.

namespace relatile {

/// A range of indices, as Python's start:stop:step; negative positions count from the end, and a
/// negative step goes back.
struct Slice {
  static constexpr std::int64_t open = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t before_all = std::numeric_limits<std::int64_t>::min();
  std::int64_t start = 0;
  std::int64_t stop = open;
  std::int64_t step = 1;

  bool is_whole() const { return start == 0 && stop == open && step == 1; }
};
/// A position that a slice is given, or {} or std::nullopt where Python's None or nothing stands.
class SlicePosition {
 public:
  constexpr SlicePosition() = default;
  constexpr SlicePosition(std::nullopt_t) {}  // NOLINT: implicit
  template <class I>
    requires(std::is_convertible_v<I, std::int64_t> && !std::is_floating_point_v<I>)
  constexpr SlicePosition(I position)  // NOLINT: implicit
      : given_(true), position_(static_cast<std::int64_t>(position)) {}

  constexpr std::int64_t value_or(std::int64_t otherwise) const {
    return given_ ? position_ : otherwise;
  }

 private:
  bool given_ = false;
  std::int64_t position_ = 0;
};
/// slice(2) and slice(2, {}) are Python's 2:, slice({}, 2) is :2, slice({}, {}, 2) is ::2, and
/// slice({}, {}, -1) is ::-1. slice() is :, as all_of_axis.
constexpr Slice slice(SlicePosition start = {}, SlicePosition stop = {}, SlicePosition step = {}) {
  const std::int64_t by = step.value_or(1);
  if (by < 0) return {start.value_or(Slice::open), stop.value_or(Slice::before_all), by};
  return {start.value_or(0), stop.value_or(Slice::open), by};
}
/// A whole axis: Python's `:`.
inline constexpr Slice all_of_axis{};
/// A new axis of extent one.
struct NewAxis {};
inline constexpr NewAxis newaxis{};

namespace detail {

/// The axis `axis` of `rank`, counted from the end if negative. Throws ShapeMismatch.
RELATILE_INLINE int normal_axis(const std::string& operation, int axis, int rank);

/// The same for several axes, sorted; an axis named twice is refused too.
RELATILE_INLINE std::vector<int> normal_axes(const std::string& operation, std::vector<int> axes,
                                             int rank);

/// Throws ShapeMismatch for a choice, such as the least, of no elements.
RELATILE_INLINE void require_elements(const std::string& operation, const Extents& shape,
                                      const std::vector<int>& axes);

/// An access and a shape that grow index by index.
struct Indexing {
  Extents from;
  Access access;
  Extents shape;

  void add(std::int64_t position);
  void add(const Slice& range);
  void add(NewAxis);
};

/// The view of x that has of `axis`, counted from the end if negative, what `range` says.
///
///   errors  ShapeMismatch for an axis that x lacks
RELATILE_INLINE tra::NodePtr slice_node(const std::string& name, const tra::NodePtr& x, int axis,
                                        const Slice& range);

}  // namespace detail

namespace tra {

/// The axes of `x` in the order `axes`: axis axes[d] becomes axis d.
///
///   errors  ShapeMismatch for an axis that `x` lacks, and unless every axis occurs once
RELATILE_INLINE NodePtr make_transpose(const NodePtr& x, const std::vector<int>& axes);

}  // namespace tra

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/indexing.hpp"
#endif
