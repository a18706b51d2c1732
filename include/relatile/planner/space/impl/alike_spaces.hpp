// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/alike_spaces.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/planner/space/key_bytes.hpp"

namespace relatile::planner {

namespace detail {

/// A space in bytes, equal for equal ones.
class SpaceKey {
 public:
  SpaceKey(std::string structure, PlacementIds& ids) : bytes_(std::move(structure)), ids_(ids) {}

  std::string of(const NodeSpace& space) {
    add(space.complete ? 1 : 0);
    add(static_cast<std::int64_t>(std::min(space.own_states, space.states.size())));
    add(std::ssize(space.at_home));
    for (const int state : space.at_home) add(state);
    add(space.states);
    for (const auto& needs : space.needs) add(needs);
    for (const Candidate& candidate : space.candidates) add(candidate);
    return std::move(bytes_);
  }

 private:
  void add(std::int64_t number) { append_number(bytes_, number); }
  void add(const placement::Sharding& placement) {
    add(ids_.id_of(placement));
    add(std::ssize(placement.text));  // numbers are the same whatever it is called, plans are not
    bytes_ += placement.text;
  }
  void add(const std::vector<placement::Sharding>& placements) {
    add(std::ssize(placements));
    for (const auto& placement : placements) add(placement);
  }
  void add(const Candidate& candidate) {
    add(std::ssize(candidate.layout.axes));
    for (const auto& axis : candidate.layout.axes) {
      add(axis.size);
      add(axis.label);
      add(axis.stride);
    }
    add(std::ssize(candidate.layout.slices));
    for (const auto& slice : candidate.layout.slices) {
      add(slice.label);
      add(slice.before);
      add(slice.whole);
    }
    add(candidate.follows);
    for (const int need : candidate.needs) add(need);
    add(candidate.produced);
    add(candidate.partial ? 1 : 0);
    add(candidate.stored);
  }

  std::string bytes_;
  PlacementIds& ids_;
};

}  // namespace detail

RELATILE_INLINE std::shared_ptr<const NodeSpace> AlikeSpaces::kept(const std::string& structure,
                                                                   NodeSpace space) {
  share_ranges(space.states);
  for (auto& needs : space.needs) share_ranges(needs);
  auto& known = spaces_[detail::SpaceKey(structure, ids_).of(space)];
  if (!known) known = std::make_shared<const NodeSpace>(std::move(space));
  return known;
}

RELATILE_INLINE void AlikeSpaces::share_ranges(std::vector<placement::Sharding>& placements) {
  for (auto& placement : placements) {
    if (!placement.ranges) continue;
    const auto id = static_cast<std::size_t>(ids_.id_of(placement));
    ranges_.resize(std::max(ranges_.size(), id + 1));
    if (!ranges_[id]) ranges_[id] = placement.ranges;
    placement.ranges = ranges_[id];
  }
}

}  // namespace relatile::planner
