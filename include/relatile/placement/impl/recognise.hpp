// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/recognise.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/box.hpp"

namespace relatile::placement::detail {

RELATILE_INLINE std::optional<PartNumbers> PartNumbers::of(const Placement& placement,
                                                           const Extents& extents) {
  PartNumbers found;
  const int num_sites = placement.num_sites();
  while (found.working_ < num_sites && placement.of(found.working_).size() == 1 &&
         !placement.of(found.working_)[0].empty()) {
    ++found.working_;
  }
  for (int site = found.working_; site < num_sites; ++site) {
    if (!placement.of(site).empty()) return std::nullopt;
  }
  if (found.working_ == 0) return std::nullopt;
  for (int d = 0; d < extents.rank(); ++d) {
    std::vector<std::int64_t> lows;
    for (int site = 0; site < found.working_; ++site) {
      lows.push_back(placement.of(site)[0].low[d]);
    }
    std::vector<std::int64_t> starts = lows;
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    std::vector<int> numbers;
    for (auto low : lows) {
      const auto place = std::lower_bound(starts.begin(), starts.end(), low);
      numbers.push_back(static_cast<int>(place - starts.begin()));
    }
    found.numbers_.push_back(std::move(numbers));
  }
  return found;
}

RELATILE_INLINE std::optional<FoundAxis> PartNumbers::axis_at(int stride) const {
  FoundAxis found;
  for (int d = 0; d < num_dims(); ++d) {
    if (at(d, stride) == 0) continue;
    if (found.dim >= 0) return std::nullopt;
    found.dim = d;
    found.weight = at(d, stride);
  }
  int size = 2;
  while (stride * size < working_ && continues(found, stride, size)) ++size;
  if (working_ % (stride * size) != 0) return std::nullopt;
  found.axis = {size, stride};
  return found;
}

RELATILE_INLINE bool PartNumbers::continues(const FoundAxis& found, int stride, int value) const {
  for (int d = 0; d < num_dims(); ++d) {
    if (at(d, stride * value) != (d == found.dim ? found.weight * value : 0)) return false;
  }
  return true;
}

RELATILE_INLINE std::optional<Sharding> guess_sharding(const Placement& placement,
                                                       const Extents& extents) {
  const auto numbers = PartNumbers::of(placement, extents);
  if (!numbers) return std::nullopt;
  std::vector<FoundAxis> axes;
  for (int stride = 1; stride < numbers->working();) {
    const auto found = numbers->axis_at(stride);
    if (!found) return std::nullopt;
    axes.push_back(*found);
    stride *= found->axis.size;
  }
  std::sort(axes.begin(), axes.end(),
            [](const FoundAxis& a, const FoundAxis& b) { return a.weight > b.weight; });
  Sharding sharding;
  sharding.num_sites = placement.num_sites();
  sharding.working = numbers->working();
  sharding.text = placement.text;
  for (int d = 0; d < extents.rank(); ++d) {
    ShardingDim dim;
    dim.label_extent = extents[d];
    dim.access = {d, 0, 1, 1, nullptr};
    for (const auto& found : axes) {
      if (found.dim == d) append_axis(dim.axes, found.axis);
    }
    sharding.dims.push_back(std::move(dim));
  }
  return sharding;
}

}  // namespace relatile::placement::detail

namespace relatile::placement {

RELATILE_INLINE Sharding recognised_sharding(Placement placement, const Extents& extents) {
  const auto guess = detail::guess_sharding(placement, extents);
  bool same = guess.has_value();
  for (int site = 0; same && site < placement.num_sites(); ++site) {
    const auto& own = placement.of(site);
    same = guess->box(site) == (own.empty() ? Box::nothing(extents.rank()) : own[0]);
  }
  return same ? *guess : irregular_sharding(std::move(placement));
}

}  // namespace relatile::placement
