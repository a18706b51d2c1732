// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/placement_ids.hpp"

namespace relatile::planner {

namespace detail {

/// Equal for equal placements. Irregular ones have all the same, since they may be equal with
/// boxes at other addresses.
inline std::size_t hash_of(const placement::Sharding& placement) {
  std::size_t hash = 0;
  const auto add = [&](auto number) {
    hash = (hash ^ static_cast<std::size_t>(number)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29U;
  };
  if (placement.irregular) return hash;
  const auto add_axes = [&](const std::vector<placement::SiteAxis>& axes) {
    add(axes.size());
    for (const auto& axis : axes) {
      add(axis.size);
      add(axis.stride);
    }
  };
  add(placement.working);
  add(placement.nothing ? 1 : 0);
  for (const auto& dim : placement.dims) {
    add_axes(dim.axes);
    add(dim.label_extent);
    add(dim.access.offset);
  }
  add_axes(placement.zeros);
  return hash;
}

}  // namespace detail

RELATILE_INLINE int PlacementIds::id_of(const placement::Sharding& placement) {
  auto& alike = known_[detail::hash_of(placement)];
  for (const auto& [known, id] : alike) {
    if (known == placement) return id;
  }
  alike.emplace_back(placement, count_);
  return count_++;
}

}  // namespace relatile::planner
