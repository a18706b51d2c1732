// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/shared_ranges.hpp"

#include <algorithm>

#include "relatile/core/nth.hpp"

namespace relatile::planner {

RELATILE_INLINE void SharedRanges::share(NodeSpace& space) {
  for (auto& state : space.states) share(state);
  for (auto& needs : space.needs) {
    for (auto& need : needs) share(need);
  }
  for (auto& candidate : space.candidates) share(candidate.produced);
}

RELATILE_INLINE void SharedRanges::share(placement::Sharding& placement) {
  if (!placement.ranges) return;
  const auto id = static_cast<std::size_t>(ids_.id_of(placement));
  ranges_.resize(std::max(ranges_.size(), id + 1));
  if (!ranges_[id]) ranges_[id] = placement.ranges;
  placement.ranges = ranges_[id];
}

}  // namespace relatile::planner
