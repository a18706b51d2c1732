// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/access.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"

namespace relatile {

namespace detail {

/// The smallest range that has those from cuts[v] to ends[v] in it, of the values low to high - 1.
inline Range hull_of(const std::vector<std::int64_t>& cuts, const std::vector<std::int64_t>& ends,
                     std::int64_t low, std::int64_t high) {
  Range hull{0, 0};
  for (std::int64_t v = low; v < high; ++v) {
    const Range one{nth(cuts, v), nth(ends, v)};
    if (one.high <= one.low) continue;
    hull = hull.high == hull.low
               ? one
               : Range{std::min(hull.low, one.low), std::max(hull.high, one.high)};
  }
  return hull;
}

}  // namespace detail

RELATILE_INLINE AccessDim as_of_longer(AccessDim dim, std::int64_t before, std::int64_t extent) {
  RELATILE_ASSERT(dim.label >= 0 && !dim.cuts && (dim.every == 1 || dim.values.low >= 0));
  // Where only each `every`th value touches anything, these are counted from the first one on.
  if (dim.every == 1) dim.offset -= dim.step * before;
  const std::int64_t low = std::max<std::int64_t>(dim.values.low, 0);
  const std::int64_t high = std::min(dim.values.high, extent);
  dim.values = {low + before, std::max(low, high) + before};
  return dim;
}

RELATILE_INLINE Access compose(const Access& outer, const Access& inner) {
  Access result;
  for (AccessDim dim : inner.dims) {
    if (dim.label >= 0) {
      const AccessDim& through = nth(outer.dims, dim.label);
      RELATILE_ASSERT(through.width == 1 && !through.cuts);  // inner reads element by element
      RELATILE_ASSERT(!dim.cuts ||
                      (through.offset == 0 && through.step == 1 && !through.is_clipped()));
      dim.offset += dim.step * through.offset;
      dim.step *= through.step;
      dim.label = through.label;
      dim.values = through.values;
      dim.every = through.every;
    }
    result.dims.push_back(dim);
  }
  return result;
}

RELATILE_INLINE Access Access::identity(int rank) {
  Access access;
  for (int d = 0; d < rank; ++d) access.dims.push_back({d, 0, 1, 1, nullptr});
  return access;
}

RELATILE_INLINE Access Access::of_labels(const std::vector<int>& labels) {
  Access access;
  for (int label : labels) access.dims.push_back({label, 0, 1, 1, nullptr});
  return access;
}

RELATILE_INLINE Box Access::image(const Box& labels) const {
  if (labels.empty()) return Box::nothing(rank());
  Box box = Box::whole(Extents::filled(rank(), 0));
  for (int d = 0; d < rank(); ++d) {
    const Range range = nth(dims, d).image(labels);
    box.low[d] = range.low;
    box.high[d] = range.high;
  }
  return box;
}

RELATILE_INLINE Extents Access::coordinate(const Extents& labels) const {
  Extents at;
  for (const auto& dim : dims) {
    at.push_back(dim.label < 0 ? dim.offset
                               : dim.offset + dim.step * dim.counted(labels[dim.label]));
  }
  return at;
}

RELATILE_INLINE Extents Access::label_strides(const Extents& strides, int num_labels) const {
  Extents result = Extents::filled(num_labels, 0);
  for (int d = 0; d < rank(); ++d) {
    const auto& dim = nth(dims, d);
    if (dim.label >= 0) result[dim.label] += dim.step * strides[d];
  }
  return result;
}

RELATILE_INLINE Range AccessDim::image(const Box& labels) const {
  if (label < 0) return {offset, offset + width};
  return of_range(labels.low[label], labels.high[label]);
}

RELATILE_INLINE Range AccessDim::of_range(std::int64_t low, std::int64_t high) const {
  low = std::max(low, values.low);
  high = std::min(high, values.high);
  if (every > 1 && high > low) {
    low = counted(low);
    high = counted(high);
  }
  if (high <= low) return {0, 0};
  if (ends) return detail::hull_of(*cuts, *ends, low, high);
  if (cuts) {
    return {nth((*cuts), low), nth((*cuts), high)};
  }
  return of_values(low, high);
}

}  // namespace relatile
