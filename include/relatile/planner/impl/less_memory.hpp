// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/less_memory.hpp"

#include <algorithm>
#include <utility>

#include "relatile/planner/emit.hpp"
#include "relatile/planner/memory_objective.hpp"

namespace relatile::planner {

RELATILE_INLINE LessMemory::LessMemory(const Problem& problem, const Choose& choose,
                                       const std::vector<tra::NodePtr>& results,
                                       std::int64_t message_limit, plan::Hosts hosts)
    : problem_(problem),
      choose_(choose),
      results_(results),
      message_limit_(message_limit),
      hosts_(std::move(hosts)) {}

RELATILE_INLINE PlanShrinker LessMemory::shrinker_of(const Assignment& assignment) const {
  plan::Plan whole = Emitter(problem_, assignment, message_limit_).emit(results_);
  whole.hosts = hosts_;
  whole.overlaps = false;  // two slices at once take more than one
  return PlanShrinker(std::move(whole), problem_.objective(), message_limit_);
}

RELATILE_INLINE GoOn LessMemory::visit_choice(const Assignment& assignment,
                                              const PlanShrinker& whole, const Visit& show) {
  GoOn next = show(assignment, whole.now());
  if (next != GoOn::to_smaller) return next;
  for (const Means means : {Means::slices, Means::repeats}) {
    PlanShrinker shrinker = whole.by(means);
    next = GoOn::to_smaller;
    while (next == GoOn::to_smaller && shrinker.shrink()) next = show(assignment, shrinker.now());
    if (next == GoOn::no_further) break;
  }
  return next;
}

RELATILE_INLINE void LessMemory::visit(const Assignment& first, const Visit& show) const {
  const PlanShrinker whole = shrinker_of(first);
  if (visit_choice(first, whole, show) == GoOn::no_further) return;
  const auto first_peak = static_cast<double>(whole.now().peak.peak.total());
  const double unit = (first.price.cost > 0 ? first.price.cost : 1.0) / (first_peak + 1);
  std::vector<Assignment> known{first};
  for (const double share : prices_of_byte) {
    const MemoryObjective objective(problem_.objective(), share * unit);
    Assignment assignment = choose_(Problem(problem_, objective));
    assignment.price = problem_.price(assignment);
    const bool is_known = std::any_of(known.begin(), known.end(), [&](const Assignment& other) {
      return other.has_same_choices(assignment);
    });
    if (is_known) continue;
    if (visit_choice(assignment, shrinker_of(assignment), show) == GoOn::no_further) return;
    known.push_back(std::move(assignment));
  }
}

}  // namespace relatile::planner
