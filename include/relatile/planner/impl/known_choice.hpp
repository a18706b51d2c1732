// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/known_choice.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "relatile/core/assert.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/planner/follow_slices.hpp"
#include "relatile/planner/space/candidate.hpp"
#include "relatile/planner/space/key_map.hpp"

namespace relatile::planner {

RELATILE_INLINE KnownChoice::Chosen KnownChoice::chosen(const Problem& problem,
                                                        const Assignment& assignment, int n) {
  Chosen chosen{problem.member(n), {}};
  Member& member = chosen.member;
  const int option = nth(assignment.option, member.supplier);
  if (member.role == Role::computed) {
    const int candidate = nth(assignment.candidate, n);
    const int follows = problem.candidate(n, candidate).follows;
    if (follows >= 0) {
      chosen.operand = problem.operand(n, follows);
      chosen.way = way_of(*member.space, candidate);
    }
    member.space = only(*member.space, problem.candidate(n, candidate));
  } else if (!member.chooses()) {
    member.space = nullptr;
  }
  if (member.role == Role::renamed) {
    member.renamed = {problem.stored(n, option)};
    chosen.operand = problem.operand(n, 0);
  } else {
    auto layouts = std::make_shared<OutputLayouts>();
    layouts->states = {problem.stored(n, option)};
    if (const auto* const replica = problem.second(n, option)) {
      layouts->replicas = {*replica};
      chosen.copied_for = reader_of_replica(problem, n, *replica);
    }
    member.output_layouts = std::move(layouts);
  }
  member.node = nullptr;
  return chosen;
}

RELATILE_INLINE KnownChoice::KnownChoice(const Problem& problem, const Assignment& assignment,
                                         Emitted emitted, std::optional<StepOrder> order)
    : num_sites_(problem.num_sites()),
      price_(assignment.price),
      optimal_(assignment.optimal),
      emitted_(std::move(emitted)),
      order_(std::move(order)) {
  for (int n = 0; n < problem.size(); ++n) {
    chosen_.push_back(chosen(problem, assignment, n));
    const auto& layouts = chosen_.back().member.output_layouts;
    assignment_.candidate.push_back(0);
    assignment_.option.push_back(layouts && !layouts->replicas.empty() ? 1 : 0);
  }
  assignment_.planner = assignment.planner;
  // So that steps of this choice are the same as those of the problems made of it.
  for (OutlineStep& step : emitted_.outline.steps) step.candidate = std::min(step.candidate, 0);
}

RELATILE_INLINE bool KnownChoice::set_place(std::vector<Member>& members, int n) const {
  Member& member = nth(members, n);
  const Chosen& chosen = nth(chosen_, n);
  if (member.role == Role::renamed && !is_key_map(*member.node)) {
    member.renamed = {stored_of(members, chosen.operand)};
    return true;
  }
  if (member.role != Role::computed) return true;
  const Candidate& before = member.space->candidates.front();
  if (before.follows < 0) {
    member.space = read_as(member.space, *member.node);
    return true;
  }
  const auto layout =
      layout_like(before.layout, stored_of(members, chosen.operand), *member.node, before.follows);
  if (!layout) return false;
  NodeSpace space;
  add_candidates(space, *member.node, *layout, num_sites_);
  Candidate& candidate = nth(space.candidates, chosen.way);
  candidate.follows = before.follows;
  member.space = only(space, candidate);
  if (!member.follows_candidate()) return true;
  auto layouts = std::make_shared<OutputLayouts>(*member.output_layouts);
  layouts->states = member.space->states;
  member.output_layouts = std::move(layouts);
  return true;
}

RELATILE_INLINE const placement::Sharding& KnownChoice::stored_of(
    const std::vector<Member>& members, int n) {
  const Member& member = nth(members, n);
  return member.role == Role::renamed ? member.renamed.front()
                                      : member.output_layouts->states.front();
}

RELATILE_INLINE void KnownChoice::set_copy(std::vector<Member>& members, int n) const {
  Member& member = nth(members, n);
  const Reader& reader = nth(chosen_, n).copied_for;
  if (!member.output_layouts || member.output_layouts->replicas.empty() || reader.node < 0) return;
  const Member& read_by = nth(members, reader.node);
  const placement::Sharding& before = member.output_layouts->replicas.front();
  auto needed =
      needed_by(*read_by.space, reader.slot, nth(read_by.node->accesses, reader.slot), before);
  if (needed == before) return;
  auto layouts = std::make_shared<OutputLayouts>(*member.output_layouts);
  layouts->replicas.front() = std::move(needed);
  member.output_layouts = std::move(layouts);
}

RELATILE_INLINE std::unique_ptr<const Problem> KnownChoice::problem_of(
    const std::vector<tra::NodePtr>& graph, const Objective& objective) const {
  std::vector<Member> members;
  for (const Chosen& chosen : chosen_) {
    members.push_back(chosen.member);
    members.back().node = graph[members.size() - 1];
  }
  const int count = static_cast<int>(members.size());
  for (int n = 0; n < count; ++n) {
    if (!set_place(members, n)) return nullptr;
  }
  for (int n = 0; n < count; ++n) set_copy(members, n);
  return std::make_unique<const Problem>(std::move(members), num_sites_, objective);
}

}  // namespace relatile::planner
