// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/follow_slices.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "relatile/core/access.hpp"
#include "relatile/core/assert.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/planner/space/layout_in_place.hpp"

namespace relatile::planner {
namespace detail {

/// Whether a placement that an access gave is what `access` gives, which differs in offsets at
/// most.
inline bool begins_as(const placement::Sharding& place, const Access& access) {
  for (std::size_t d = 0; d < place.dims.size(); ++d) {
    if (place.dims[d].access.offset != access.dims[d].offset) return false;
  }
  return true;
}

inline placement::Sharding begun_as(placement::Sharding place, const Access& access) {
  for (std::size_t d = 0; d < place.dims.size(); ++d) {
    place.dims[d].access.offset = access.dims[d].offset;
  }
  if (place.ranges) place.write_down_ranges();
  return place;
}

/// Whether a copy is what its reader needs as it works, or would need if it worked on even parts:
/// then others know what they need.
inline bool is_copied_for(const Problem& problem, const Assignment& assignment,
                          const Reader& reader, const placement::Sharding& replica) {
  if (reader.node < 0 || replica.irregular) return true;
  const int candidate = nth(assignment.candidate, reader.node);
  if (problem.candidate(reader.node, candidate).follows >= 0) {
    return problem.need_of(reader.node, reader.slot, candidate) == replica;
  }
  const Access& access = nth(problem.member(reader.node).node->accesses, reader.slot);
  for (std::size_t d = 0; d < replica.dims.size(); ++d) {
    if (!(replica.dims[d].access.values == access.dims[d].values)) return false;
  }
  return true;
}

}  // namespace detail

RELATILE_INLINE std::shared_ptr<const NodeSpace> only(const NodeSpace& space,
                                                      const Candidate& candidate) {
  auto one = std::make_shared<NodeSpace>();
  one->candidates = {candidate};
  one->candidates[0].stored = 0;
  one->states = {nth(space.states, candidate.stored)};
  for (std::size_t slot = 0; slot < space.needs.size(); ++slot) {
    one->needs.push_back({nth(space.needs[slot], candidate.needs[slot])});
    one->candidates[0].needs[slot] = 0;
  }
  return one;
}

RELATILE_INLINE std::shared_ptr<const NodeSpace> read_as(
    const std::shared_ptr<const NodeSpace>& space, const tra::Node& node) {
  std::shared_ptr<NodeSpace> moved;
  for (std::size_t slot = 0; slot < space->needs.size(); ++slot) {
    const Access& access = node.accesses[slot];
    if (detail::begins_as(space->needs[slot][0], access)) continue;
    if (!moved) moved = std::make_shared<NodeSpace>(*space);
    moved->needs[slot][0] = detail::begun_as(std::move(moved->needs[slot][0]), access);
  }
  return moved ? moved : space;
}

RELATILE_INLINE Reader reader_of_replica(const Problem& problem, int n,
                                         const placement::Sharding& replica) {
  for (const Reader& reader : problem.member(n).readers) {
    if (!problem.member(reader.node).chooses()) continue;
    const auto& needs = nth(problem.member(reader.node).space->needs, reader.slot);
    if (std::find(needs.begin(), needs.end(), replica) != needs.end()) return reader;
  }
  RELATILE_ASSERT(problem.member(n).role == Role::moved);
  return {-1, -1};
}

RELATILE_INLINE placement::Sharding needed_by(const NodeSpace& reader, int slot,
                                              const Access& access,
                                              const placement::Sharding& before) {
  if (reader.candidates.front().follows >= 0) return nth(reader.needs, slot).front();
  return detail::begins_as(before, access) ? before : detail::begun_as(before, access);
}

RELATILE_INLINE std::optional<placement::Layout> layout_like(const placement::Layout& before,
                                                             const placement::Sharding& stored,
                                                             const tra::Node& node, int slot) {
  auto layout = layout_of_stored(stored, node, slot);
  if (!layout || layout->axes != before.axes || !is_balanced(*layout, node.labels)) {
    return std::nullopt;
  }
  return layout;
}

RELATILE_INLINE int way_of(const NodeSpace& space, int candidate) {
  int first = candidate;
  const placement::Layout& layout = nth(space.candidates, candidate).layout;
  while (first > 0 && nth(space.candidates, first - 1).layout == layout) --first;
  return candidate - first;
}

RELATILE_INLINE bool is_for_its_slices_alone(const Problem& problem, const Assignment& assignment) {
  for (int n = 0; n < problem.size(); ++n) {
    const Member& member = problem.member(n);
    const int option = nth(assignment.option, member.supplier);
    if (problem.joint(n, option)) return true;
    const auto* const replica = problem.second(n, option);
    if (replica && !detail::is_copied_for(problem, assignment,
                                          reader_of_replica(problem, n, *replica), *replica)) {
      return true;
    }
    if (member.role != Role::computed) continue;
    const Candidate& candidate = problem.candidate(n, nth(assignment.candidate, n));
    if (candidate.follows < 0) continue;
    const int operand = problem.operand(n, candidate.follows);
    const placement::Sharding& stored =
        problem.stored(operand, nth(assignment.option, problem.member(operand).supplier));
    const auto layout = layout_like(candidate.layout, stored, *member.node, candidate.follows);
    if (!layout || !(*layout == candidate.layout)) return true;
  }
  return false;
}

RELATILE_INLINE bool has_slices(const std::vector<tra::NodePtr>& graph) {
  const auto by_parts = [](const tra::Node& node, std::size_t x) {
    const Extents& extents = node.inputs[x]->type.extents;
    if (!node.inputs[x]->type.elements) return false;
    for (int d = 0; d < node.accesses[x].rank(); ++d) {
      const AccessDim& dim = nth(node.accesses[x].dims, d);
      const std::int64_t labels = dim.label < 0 ? 1 : node.labels[dim.label];
      if (!dim.cuts && dim.distance() * (labels - 1) + dim.width < extents[d]) return true;
    }
    return false;
  };
  for (const auto& node : graph) {
    for (std::size_t x = 0; !node->evaluated() && x < node->accesses.size(); ++x) {
      if (by_parts(*node, x)) return true;
    }
  }
  return false;
}

}  // namespace relatile::planner
