// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/overlap_choice.hpp"

#include <algorithm>
#include <limits>

#include "relatile/cost/overlap.hpp"
#include "relatile/placement/box_of_site.hpp"
#include "relatile/planner/overlap_objective.hpp"
#include "relatile/schedule/peak_memory.hpp"

namespace relatile::planner {

RELATILE_INLINE double OverlapChoice::seconds_of_kernels() const {
  double total = 0;
  for (int n = 0; n < problem_.size(); ++n) {
    const Member& member = problem_.member(n);
    if (member.role != Role::computed) continue;
    double least = std::numeric_limits<double>::infinity();
    for (const Candidate& c : member.space->candidates) {
      least = std::min(least, problem_.objective().work(
                                  {*member.node, c.layout, c.busiest_flops, c.busiest_bytes}));
    }
    total += least;
  }
  return total;
}

RELATILE_INLINE bool OverlapChoice::is_small_enough() const {
  return problem_.num_sites() > 1 && problem_.num_sites() <= placement::most_sites_written_out &&
         problem_.size() <= most_operators;
}

RELATILE_INLINE bool OverlapChoice::may_gain(double seconds) const {
  const double gain = seconds - seconds_of_kernels();
  return gain > least_gain * seconds && gain > seconds_of_search * problem_.size();
}

RELATILE_INLINE bool OverlapChoice::fits(const plan::Plan& plan) const {
  return memory_per_rank_ <= 0 || schedule::plan_peak(plan).peak.total() <= memory_per_rank_;
}

RELATILE_INLINE plan::Plan OverlapChoice::fastest(const Assignment& first, plan::Plan plan,
                                                  const Choose& choose, const Make& make) const {
  if (!is_small_enough()) return plan;
  double least = cost::overlapped_seconds(machine_, plan);
  if (!may_gain(least)) return plan;
  Assignment before = first;
  for (const double share : shares_of_moves) {
    const OverlapObjective objective(problem_.objective(), share);
    Assignment other = choose(Problem(problem_, objective));
    if (other.has_same_choices(before)) continue;
    before = other;
    other.price = problem_.price(other);
    other.optimal = other.optimal && first.optimal && !(first.price < other.price);
    other.lower_bound = first.lower_bound;
    plan::Plan made = make(other);
    const double seconds = cost::overlapped_seconds(machine_, made);
    if (seconds >= (1 - least_gain) * least || !fits(made)) continue;
    least = seconds;
    made.chosen_for_overlap = first.price < other.price;
    plan = std::move(made);
  }
  return plan;
}

}  // namespace relatile::planner
