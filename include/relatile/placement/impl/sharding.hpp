// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/sharding.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/placement/ranges_of_sites.hpp"

namespace relatile::placement {

RELATILE_INLINE int ShardingDim::parts() const {
  int product = 1;
  for (const auto& axis : axes) product *= axis.size;
  return product;
}

RELATILE_INLINE Range ShardingDim::range(int site) const {
  if (access.label < 0) return {access.offset, access.offset + access.width};
  int index = 0;
  int count = 1;
  for (const auto& axis : axes) {
    index = index * axis.size + axis.of(site);
    count *= axis.size;
  }
  const Range part = even_part(label_extent, count, index);
  return access.of_range(part.low, part.high);
}

RELATILE_INLINE std::optional<LabelSlice> ShardingDim::cut(std::int64_t extent) const {
  const bool one_by_one = access.label >= 0 && access.step == 1 && access.width == 1 &&
                          access.every == 1 && !access.cuts;
  const LabelSlice cut{access.label, -access.offset, label_extent};
  const bool is_all = access.is_clipped() ? access.values == Range{cut.before, cut.before + extent}
                                          : cut.before == 0 && label_extent == extent;
  return one_by_one && is_all ? std::optional(cut) : std::nullopt;
}

RELATILE_INLINE bool Sharding::holds(int site) const {
  bool some = !nothing && site < working;
  for (const auto& axis : zeros) some = some && axis.of(site) == 0;
  return some;
}

RELATILE_INLINE Box Sharding::box(int site) const {
  const int rank = static_cast<int>(dims.size());
  if (!holds(site)) return Box::nothing(rank);
  Box result = Box::whole(Extents::filled(rank, 0));
  for (int d = 0; d < rank; ++d) {
    const Range range = nth(dims, d).range(site);
    result.low[d] = range.low;
    result.high[d] = range.high;
  }
  return result;
}

RELATILE_INLINE int ShardingDim::fullest_site() const {
  if (!access.is_clipped()) return 0;
  const int count = parts();
  int fullest = 0;
  std::int64_t longest = 0;
  for (int index = 0; index < count; ++index) {
    const Range part = even_part(label_extent, count, index);
    const Range range = access.of_range(part.low, part.high);
    if (range.high - range.low > longest) fullest = index;
    longest = std::max(longest, range.high - range.low);
  }
  int site = 0;
  for (auto axis = axes.rbegin(); axis != axes.rend(); ++axis) {
    site += fullest % axis->size * axis->stride;
    fullest /= axis->size;
  }
  return site;
}

RELATILE_INLINE int Sharding::fullest_site() const {
  int site = 0;
  for (const auto& dim : dims) site += dim.fullest_site();
  return site < working ? site : 0;  // two dimensions may be cut by one axis
}

RELATILE_INLINE void Sharding::write_down_ranges() {
  ranges = std::make_shared<const std::vector<Range>>(ranges_of_sites(*this));
}

RELATILE_INLINE Sharding Sharding::written_down() const {
  Sharding written = *this;
  if (!irregular && !ranges) written.write_down_ranges();
  return written;
}

RELATILE_INLINE bool cuts_a_diagonal(const Sharding& sharding) {
  std::vector<SiteAxis> axes;
  for (const auto& dim : sharding.dims) {
    axes.insert(axes.end(), dim.axes.begin(), dim.axes.end());
  }
  std::sort(axes.begin(), axes.end(),
            [](const SiteAxis& a, const SiteAxis& b) { return a.stride < b.stride; });
  const auto overlap = [](const SiteAxis& a, const SiteAxis& b) {
    return a.stride * a.size > b.stride;
  };
  return std::adjacent_find(axes.begin(), axes.end(), overlap) != axes.end();
}

RELATILE_INLINE bool covers(const Sharding& sharding, const Extents& extents) {
  if (sharding.irregular) return true;
  for (std::size_t d = 0; d < sharding.dims.size(); ++d) {
    const auto& [axes, label_extent, access] = sharding.dims[d];
    const std::int64_t extent = extents[static_cast<int>(d)];
    if (access.ends) return false;
    if (access.cuts) {
      if (access.cuts->front() != 0 || access.cuts->back() != extent) return false;
      continue;
    }
    const std::int64_t values = access.label < 0 ? 1 : label_extent;
    const bool gaps = access.distance() > access.width && values > 1;
    const Range whole =
        access.label < 0 ? access.of_values(0, 1) : access.of_range(0, label_extent);
    if (whole.low != 0 || gaps || whole.high < extent) return false;
  }
  return !sharding.nothing && !cuts_a_diagonal(sharding);
}

RELATILE_INLINE std::optional<std::int64_t> copies_of_each(const Sharding& sharding,
                                                           const Extents& extents) {
  if (sharding.irregular || !sharding.zeros.empty() || !covers(sharding, extents))
    return std::nullopt;
  std::int64_t parts = 1;
  for (std::size_t d = 0; d < sharding.dims.size(); ++d) {
    const AccessDim& access = sharding.dims[d].access;
    const bool overlaps = access.label >= 0 && (access.width > access.distance() || access.cuts);
    const bool beyond =
        access.label >= 0 &&
        (access.is_clipped() || sharding.dims[d].label_extent > extents[static_cast<int>(d)]);
    if (overlaps || beyond) return std::nullopt;
    parts *= sharding.dims[d].parts();
  }
  return sharding.working / parts;
}

RELATILE_INLINE Sharding irregular_sharding(Placement placement) {
  Sharding sharding;
  sharding.num_sites = placement.num_sites();
  sharding.text = placement.text;
  sharding.irregular = std::make_shared<const Placement>(std::move(placement));
  return sharding;
}

RELATILE_INLINE void append_axis(std::vector<SiteAxis>& axes, SiteAxis axis) {
  if (axis.size == 1) return;
  if (!axes.empty() && axes.back().stride == axis.size * axis.stride) {
    axes.back() = {axes.back().size * axis.size, axis.stride};
  } else {
    axes.push_back(axis);
  }
}

RELATILE_INLINE Sharding sharding_of(const Layout& layout, const Extents& labels,
                                     const Access& access, int num_sites, std::string text) {
  Sharding sharding;
  sharding.num_sites = num_sites;
  sharding.working = layout.num_working();
  sharding.text = std::move(text);
  for (auto extent : labels) sharding.nothing = sharding.nothing || extent == 0;
  for (const auto& dim : access.dims) {
    ShardingDim made;
    made.access = dim;
    if (dim.label >= 0) {
      const LabelSlice cut = layout.cut_of(dim.label, labels[dim.label]);
      made.label_extent = cut.whole;
      if (cut.whole != labels[dim.label]) {
        made.access = as_of_longer(dim, cut.before, labels[dim.label]);
      }
      for (const auto& axis : layout.axes) {
        if (axis.label == dim.label) append_axis(made.axes, {axis.size, axis.stride});
      }
    }
    sharding.dims.push_back(std::move(made));
  }
  return sharding;
}

}  // namespace relatile::placement
