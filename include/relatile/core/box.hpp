// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"

namespace relatile {

/// A half-open range of coordinates per dimension: all x with low <= x < high.
///
/// A box of rank 0 holds exactly one element, the scalar, unless `none` says it holds nothing.
struct Box {
  Extents low;
  Extents high;
  bool none = false;

  static Box whole(const Extents& extents) {
    return {Extents::filled(extents.rank(), 0), extents, false};
  }
  static Box nothing(int rank) {
    return {Extents::filled(rank, 0), Extents::filled(rank, 0), true};
  }

  int rank() const { return low.rank(); }
  bool empty() const {
    if (none) return true;
    for (int d = 0; d < rank(); ++d) {
      if (high[d] <= low[d]) return true;
    }
    return false;
  }
  Extents extents() const {
    Extents result = low;
    for (int d = 0; d < rank(); ++d) {
      result[d] = none ? 0 : std::max<std::int64_t>(high[d] - low[d], 0);
    }
    return result;
  }
  std::int64_t count() const { return empty() ? 0 : volume(extents()); }
  bool contains(const Box& other) const {
    if (other.empty()) return true;
    if (empty()) return false;
    for (int d = 0; d < rank(); ++d) {
      if (other.low[d] < low[d] || other.high[d] > high[d]) return false;
    }
    return true;
  }
  /// Two boxes are equal if they hold the same elements; all empty boxes are.
  friend bool operator==(const Box& a, const Box& b) {
    if (a.empty() || b.empty()) return a.empty() && b.empty();
    return a.low == b.low && a.high == b.high;
  }
};

inline Box intersect(const Box& a, const Box& b) {
  Box result = a;
  result.none = a.none || b.none;
  for (int d = 0; d < a.rank(); ++d) {
    result.low[d] = std::max(a.low[d], b.low[d]);
    result.high[d] = std::min(a.high[d], b.high[d]);
  }
  return result;
}

/// The smallest box that has both boxes in it.
inline Box box_around(Box a, const Box& b) {
  if (a.empty() || b.empty()) return a.empty() ? b : a;
  for (int d = 0; d < a.rank(); ++d) {
    a.low[d] = std::min(a.low[d], b.low[d]);
    a.high[d] = std::max(a.high[d], b.high[d]);
  }
  return a;
}

/// The smallest box that has all of them in it, of `rank` dimensions.
RELATILE_INLINE Box hull_of(std::span<const Box> boxes, int rank);

/// The parts of `a` outside `b`, as disjoint boxes.
RELATILE_INLINE std::vector<Box> difference(Box a, const Box& b);

/// Where the element `at` is in the dense row-major box `box`, in elements.
inline std::int64_t offset_in(const Box& box, const Extents& at) {
  const Extents strides = row_major_strides(box.extents());
  std::int64_t offset = 0;
  for (int d = 0; d < box.rank(); ++d) offset += (at[d] - box.low[d]) * strides[d];
  return offset;
}

/// The box that holds the one coordinate `at`.
inline Box unit_box(const Extents& at) {
  Box one{at, at, false};
  for (int d = 0; d < at.rank(); ++d) ++one.high[d];
  return one;
}

/// True if `region` is one contiguous run inside the dense row-major box `box`.
inline bool is_contiguous(const Box& region, const Box& box) {
  bool partial = false;  // a dimension further in is not whole
  for (int d = box.rank() - 1; d >= 0; --d) {
    if (partial && region.high[d] - region.low[d] != 1) return false;
    partial = partial || region.low[d] != box.low[d] || region.high[d] != box.high[d];
  }
  return true;
}

/// Calls `visit(coordinate)` for every coordinate of the box in row-major order.
template <class Visit>
void for_each_coordinate(const Box& box, Visit&& visit) {
  if (box.empty()) return;
  Extents at = box.low;
  for (;;) {
    visit(static_cast<const Extents&>(at));
    int d = box.rank() - 1;
    for (; d >= 0; --d) {
      if (++at[d] < box.high[d]) break;
      at[d] = box.low[d];
    }
    if (d < 0) return;
  }
}

RELATILE_INLINE std::ostream& operator<<(std::ostream& out, const Box& box);

struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
  friend bool operator==(const Range&, const Range&) = default;
};

/// Part `index` of `parts` of the range 0..extent. Sizes differ by at most one, and the first part
/// is among the longest. Where there are no more parts than numbers, cuts are nested: part i of m
/// is made of the parts i n to i n + n - 1 of m n, so that who has a part of a finer cut has a part
/// of the coarser one. Where there are more, the first ones have one number each.
inline Range even_part(std::int64_t extent, std::int64_t parts, std::int64_t index) {
  if (parts >= extent) return {std::min(index, extent), std::min(index + 1, extent)};
  const std::int64_t quotient = extent / parts;
  const std::int64_t rest = extent % parts;
  // Part i begins at i * extent / parts, rounded up.
  const auto begin = [&](std::int64_t i) { return i * quotient + (i * rest + parts - 1) / parts; };
  return {begin(index), begin(index + 1)};
}

/// Into how many parts of at least `shortest` numbers a range is cut if that is to depend on its
/// extent alone: a number with many divisors, or 1.
constexpr std::int64_t many_parts(std::int64_t extent, std::int64_t shortest) {
  for (const std::int64_t parts : {5040, 720, 120, 24}) {
    if (extent / parts >= shortest) return parts;
  }
  return 1;
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/box.hpp"
#endif
