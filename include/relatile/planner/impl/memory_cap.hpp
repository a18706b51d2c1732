// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/memory_cap.hpp"

#include <utility>

#include "relatile/core/units.hpp"
#include "relatile/planner/memory_error.hpp"

namespace relatile::planner {

RELATILE_INLINE WithinMemory::WithinMemory(std::int64_t cap, std::optional<MeasuredPlan> tried)
    : cap_(cap), least_(std::move(tried)) {}

RELATILE_INLINE ChosenPlan WithinMemory::run(const LessMemory& search, const Assignment& first) {
  search.visit(first, [&](const Assignment& assignment, const MeasuredPlan& met) {
    return consider(first, assignment, met);
  });
  if (!best_) throw_out_of_memory(least_->plan, least_->peak, cap_);
  ChosenPlan fitted{std::move(best_assignment_), std::move(best_->plan)};
  fitted.plan.peak_memory = Bytes{best_->peak.peak.total()};
  fitted.plan.optimal = first.optimal && fitted.plan.price <= first.price.cost;
  fitted.plan.lower_bound = first.lower_bound;
  fitted.assignment.optimal = fitted.plan.optimal;
  fitted.assignment.price.cost = fitted.plan.price;
  return fitted;
}

RELATILE_INLINE GoOn WithinMemory::consider(const Assignment& first, const Assignment& assignment,
                                            const MeasuredPlan& met) {
  if (best_ && assignment.price.cost >= best_->plan.price) return GoOn::to_next_choice;
  const std::int64_t peak = met.peak.peak.total();
  if (peak > cap_) {
    if (!least_ || peak < least_->peak.peak.total()) least_ = met;
    return GoOn::to_smaller;
  }
  if (!best_ || met.plan.price < best_->plan.price) {
    best_ = met;
    best_assignment_ = assignment;
  }
  // Where slicing costs nothing, nothing is cheaper than the cheapest choice in slices.
  return best_->plan.price <= first.price.cost ? GoOn::no_further : GoOn::to_next_choice;
}

RELATILE_INLINE ChosenPlan plan_within_memory(const Problem& problem, const Assignment& first,
                                              const Choose& choose,
                                              const std::vector<tra::NodePtr>& results,
                                              std::int64_t message_limit, std::int64_t cap,
                                              plan::Hosts hosts,
                                              std::optional<MeasuredPlan> tried) {
  const LessMemory search(problem, choose, results, message_limit, std::move(hosts));
  return WithinMemory(cap, std::move(tried)).run(search, first);
}

}  // namespace relatile::planner
