// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/known_choice.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "relatile/core/access.hpp"
#include "relatile/core/assert.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/sharding.hpp"

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

/// The space of a node of which only one candidate is left.
inline std::shared_ptr<const NodeSpace> only(const NodeSpace& space, const Candidate& candidate) {
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

/// The same space for a node that reads its operands elsewhere.
inline std::shared_ptr<const NodeSpace> read_as(const std::shared_ptr<const NodeSpace>& space,
                                                const tra::Node& node) {
  std::shared_ptr<NodeSpace> moved;
  for (std::size_t slot = 0; slot < space->needs.size(); ++slot) {
    const Access& access = node.accesses[slot];
    if (begins_as(space->needs[slot][0], access)) continue;
    if (!moved) moved = std::make_shared<NodeSpace>(*space);
    moved->needs[slot][0] = begun_as(std::move(moved->needs[slot][0]), access);
  }
  return moved ? moved : space;
}

/// Who may need node `n` as the second copy has it; node -1 where the caller wants it so.
inline Reader reader_of_replica(const Problem& problem, int n, const placement::Sharding& replica) {
  for (const Reader& reader : problem.member(n).readers) {
    if (!problem.member(reader.node).chooses()) continue;
    const auto& needs = nth(problem.member(reader.node).space->needs, reader.slot);
    if (std::find(needs.begin(), needs.end(), replica) != needs.end()) return reader;
  }
  RELATILE_ASSERT(problem.member(n).role == Role::moved);
  return {-1, -1};
}

}  // namespace detail

RELATILE_INLINE Member KnownChoice::chosen(const Problem& problem, const Assignment& assignment,
                                           int n) {
  Member member = problem.member(n);
  const int option = nth(assignment.option, member.supplier);
  if (member.role == Role::computed) {
    member.space = detail::only(*member.space, problem.candidate(n, nth(assignment.candidate, n)));
  } else if (!member.chooses()) {
    member.space = nullptr;
  }
  if (member.role == Role::renamed) {
    member.renamed = {problem.stored(n, option)};
  } else {
    auto layouts = std::make_shared<OutputLayouts>();
    layouts->states = {problem.stored(n, option)};
    if (const auto* const replica = problem.second(n, option)) layouts->replicas = {*replica};
    member.output_layouts = std::move(layouts);
  }
  member.node = nullptr;
  return member;
}

RELATILE_INLINE KnownChoice::KnownChoice(const Problem& problem, const Assignment& assignment,
                                         Emitted emitted, std::optional<StepOrder> order)
    : num_sites_(problem.num_sites()),
      price_(assignment.price),
      optimal_(assignment.optimal),
      emitted_(std::move(emitted)),
      order_(std::move(order)) {
  for (int n = 0; n < problem.size(); ++n) {
    Member member = chosen(problem, assignment, n);
    const bool copied = member.output_layouts && !member.output_layouts->replicas.empty();
    replica_reader_.push_back(
        copied ? detail::reader_of_replica(problem, n, member.output_layouts->replicas[0])
               : Reader{});
    assignment_.candidate.push_back(0);
    assignment_.option.push_back(copied ? 1 : 0);
    members_.push_back(std::move(member));
  }
  assignment_.planner = assignment.planner;
  // So that steps of this choice are the same as those of the problems made of it.
  for (OutlineStep& step : emitted_.outline.steps) step.candidate = std::min(step.candidate, 0);
}

RELATILE_INLINE std::unique_ptr<const Problem> KnownChoice::problem_of(
    const std::vector<tra::NodePtr>& graph, const Objective& objective) const {
  std::vector<Member> members = members_;
  for (std::size_t n = 0; n < members.size(); ++n) {
    Member& member = members[n];
    member.node = graph[n];
    if (member.role == Role::computed) member.space = detail::read_as(member.space, *graph[n]);
    if (!member.output_layouts || member.output_layouts->replicas.empty()) continue;
    const Reader& reader = replica_reader_[n];
    if (reader.node < 0) continue;
    const Access& access = nth(nth(graph, reader.node)->accesses, reader.slot);
    const placement::Sharding& replica = member.output_layouts->replicas[0];
    if (detail::begins_as(replica, access)) continue;
    auto layouts = std::make_shared<OutputLayouts>(*member.output_layouts);
    layouts->replicas[0] = detail::begun_as(replica, access);
    member.output_layouts = std::move(layouts);
  }
  return std::make_unique<const Problem>(std::move(members), num_sites_, objective);
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
