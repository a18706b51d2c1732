// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/memory_cap.hpp"

#include <utility>

#include "relatile/core/units.hpp"
#include "relatile/planner/emit.hpp"
#include "relatile/planner/memory_error.hpp"
#include "relatile/planner/memory_objective.hpp"

namespace relatile::planner {

RELATILE_INLINE WithinMemory::WithinMemory(const Problem& problem, const Choose& choose,
                                           const std::vector<tra::NodePtr>& results,
                                           std::int64_t message_limit, std::int64_t cap,
                                           plan::Hosts hosts, std::optional<MeasuredPlan> tried)
    : problem_(problem),
      choose_(choose),
      results_(results),
      message_limit_(message_limit),
      cap_(cap),
      hosts_(std::move(hosts)),
      least_(std::move(tried)) {}

RELATILE_INLINE FittedPlan WithinMemory::run(const Assignment& first) {
  consider(first);
  // Where slicing costs nothing, nothing is cheaper than the cheapest choice in slices.
  if (!best_ || best_->plan.price > first.price.cost) consider_others(first);
  if (!best_) throw_out_of_memory(least_->plan, least_->peak, cap_);
  FittedPlan fitted{std::move(best_assignment_), std::move(best_->plan)};
  fitted.plan.peak_memory = Bytes{best_->peak.peak.total()};
  fitted.plan.optimal = first.optimal && fitted.plan.price <= first.price.cost;
  fitted.plan.lower_bound = first.lower_bound;
  fitted.assignment.optimal = fitted.plan.optimal;
  fitted.assignment.price.cost = fitted.plan.price;
  return fitted;
}

RELATILE_INLINE void WithinMemory::consider_others(const Assignment& first) {
  const double unit = (first.price.cost > 0 ? first.price.cost : 1.0) / (first_peak_ + 1);
  std::vector<Assignment> known{first};
  for (const double share : prices_of_byte) {
    const MemoryObjective objective(problem_.objective(), share * unit);
    Assignment assignment = choose_(Problem(problem_, objective));
    assignment.price = problem_.price(assignment);
    bool is_new = true;
    for (const Assignment& other : known) {
      is_new =
          is_new && !(other.candidate == assignment.candidate && other.option == assignment.option);
    }
    if (!is_new) continue;
    if (!best_ || assignment.price.cost < best_->plan.price) consider(assignment);
    known.push_back(std::move(assignment));
  }
}

RELATILE_INLINE void WithinMemory::consider(const Assignment& assignment) {
  plan::Plan whole = Emitter(problem_, assignment, message_limit_).emit(results_);
  whole.hosts = hosts_;
  whole.overlaps = false;  // two slices at once take more than one
  PlanShrinker shrinker(std::move(whole), problem_.objective(), message_limit_);
  if (first_peak_ == 0) first_peak_ = static_cast<double>(shrinker.now().peak.peak.total());
  while (shrinker.now().peak.peak.total() > cap_) {
    if (!shrinker.shrink()) break;
  }
  const MeasuredPlan& now = shrinker.now();
  const std::int64_t peak = now.peak.peak.total();
  if (peak > cap_) {
    if (!least_ || peak < least_->peak.peak.total()) least_ = std::move(shrinker).take();
  } else if (!best_ || now.plan.price < best_->plan.price) {
    best_ = std::move(shrinker).take();
    best_assignment_ = assignment;
  }
}

RELATILE_INLINE FittedPlan plan_within_memory(const Problem& problem, const Assignment& first,
                                              const Choose& choose,
                                              const std::vector<tra::NodePtr>& results,
                                              std::int64_t message_limit, std::int64_t cap,
                                              plan::Hosts hosts,
                                              std::optional<MeasuredPlan> tried) {
  return WithinMemory(problem, choose, results, message_limit, cap, std::move(hosts),
                      std::move(tried))
      .run(first);
}

}  // namespace relatile::planner
