// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/owned_parts.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "relatile/core/nth.hpp"

namespace relatile::placement::detail {

RELATILE_INLINE std::optional<std::vector<SiteAxis>> axes_of_copies(const Sharding& sharding) {
  std::vector<SiteAxis> cut;
  for (const auto& dim : sharding.dims) cut.insert(cut.end(), dim.axes.begin(), dim.axes.end());
  cut.push_back({1, sharding.working});
  std::sort(cut.begin(), cut.end(),
            [](const SiteAxis& a, const SiteAxis& b) { return a.stride < b.stride; });
  std::vector<SiteAxis> copies;
  int stride = 1;
  for (const SiteAxis& axis : cut) {
    if (axis.stride % stride != 0) return std::nullopt;
    if (axis.stride > stride) copies.push_back({axis.stride / stride, stride});
    stride = axis.stride * axis.size;
  }
  std::reverse(copies.begin(), copies.end());  // the outermost first
  return copies;
}

RELATILE_INLINE int dimension_to_cut(const Sharding& sharding, int more) {
  int best = -1;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t d = 0; d < sharding.dims.size(); ++d) {
    const auto& dim = sharding.dims[d];
    const std::int64_t parts = std::int64_t(dim.parts()) * more;
    if (dim.access.label < 0 || parts > dim.label_extent) continue;
    const std::int64_t longest = (dim.label_extent + parts - 1) / parts;
    const double excess = static_cast<double>(longest) * static_cast<double>(parts) /
                          static_cast<double>(dim.label_extent);
    if (excess >= least) continue;
    least = excess;
    best = static_cast<int>(d);
  }
  return best;
}

RELATILE_INLINE void share_out(Sharding& sharding, SiteAxis axis) {
  if (axis.size == 1) return;
  const int d = dimension_to_cut(sharding, axis.size);
  if (d >= 0) {
    append_axis(nth(sharding.dims, d).axes, axis);
    return;
  }
  int prime = 2;
  while (axis.size % prime != 0) ++prime;
  if (prime == axis.size) {
    sharding.zeros.push_back(axis);
    return;
  }
  share_out(sharding, {axis.size / prime, axis.stride * prime});
  share_out(sharding, {prime, axis.stride});
}

}  // namespace relatile::placement::detail

namespace relatile::placement {

RELATILE_INLINE std::optional<Sharding> owned_parts(const Sharding& need, const Extents& extents) {
  if (need.irregular || !need.zeros.empty() || !covers(need, extents)) return std::nullopt;
  for (std::size_t d = 0; d < need.dims.size(); ++d) {
    const ShardingDim& dim = need.dims[d];
    if (dim.access.label >= 0 && !dim.cut(extents[static_cast<int>(d)])) return std::nullopt;
  }
  const auto copies = detail::axes_of_copies(need);
  if (!copies) return std::nullopt;
  Sharding owned = need;
  owned.ranges.reset();
  for (const SiteAxis& axis : *copies) detail::share_out(owned, axis);
  std::string words;
  for (std::size_t d = 0; d < owned.dims.size(); ++d) {
    const int parts = owned.dims[d].parts();
    if (parts == 1) continue;
    words += (words.empty() ? "" : ",") + std::to_string(d) + ":" + std::to_string(parts);
  }
  owned.text = words.empty() ? "one site" : "split(" + words + ")";
  return owned;
}

}  // namespace relatile::placement
