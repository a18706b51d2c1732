// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/overlap_choice.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "relatile/core/box.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/cost/overlap.hpp"
#include "relatile/cost/panels_in_cache.hpp"
#include "relatile/placement/box_of_site.hpp"
#include "relatile/planner/overlap_objective.hpp"
#include "relatile/planner/space/search_size.hpp"
#include "relatile/schedule/peak_memory.hpp"

namespace relatile::planner {

RELATILE_INLINE bool OverlapChoice::is_small_enough() const {
  return problem_.num_sites() > 1 && problem_.num_sites() <= placement::most_sites_written_out &&
         problem_.size() <= most_operators;
}

RELATILE_INLINE double OverlapChoice::seconds_of_kernel(const Member& member,
                                                        const Candidate& candidate,
                                                        double price_of_byte) const {
  std::int64_t bytes = candidate.busiest_bytes;
  if (price_of_byte != 1) {
    bytes = static_cast<std::int64_t>(price_of_byte * static_cast<double>(bytes));
  }
  return problem_.objective().work(
      {*member.node, candidate.layout, candidate.busiest_flops, bytes});
}

RELATILE_INLINE double OverlapChoice::seconds_of_kernel(int n, double price_of_byte) const {
  const Member& member = problem_.member(n);
  if (member.role != Role::computed) return 0;
  double least = std::numeric_limits<double>::infinity();
  for (const Candidate& c : member.space->candidates) {
    least = std::min(least, seconds_of_kernel(member, c, price_of_byte));
  }
  return least;
}

RELATILE_INLINE double OverlapChoice::seconds_of_kernels(double price_of_byte) const {
  double total = 0;
  for (int n = 0; n < problem_.size(); ++n) total += seconds_of_kernel(n, price_of_byte);
  return total;
}

RELATILE_INLINE bool OverlapChoice::may_have_panels() const {
  int large = 0;  // results, between two of which there may be panels
  for (int n = 0; n < problem_.size(); ++n) {
    const Member& member = problem_.member(n);
    const tra::RelationType& type = member.node->type;
    if (member.role != Role::computed || !type.elements) continue;
    const std::int64_t bytes = type.bytes_in(Box::whole(type.extents)).value;
    if (bytes > problem_.num_sites() * cost::stays_in_cache.value) ++large;
  }
  return large >= 2;
}

RELATILE_INLINE bool OverlapChoice::may_gain(const Best& best, double longer) const {
  const double gain = best.seconds - best.seconds_of_kernels - longer;
  return best.searches < most_searches && gain > least_gain * best.seconds &&
         gain > least_gain_of_operator * problem_.size() &&
         most_runs * gain > (best.searches + 1) * best.seconds_of_search;
}

RELATILE_INLINE bool OverlapChoice::fits(const plan::Plan& plan) const {
  return memory_per_rank_ <= 0 || schedule::plan_peak(plan).peak.total() <= memory_per_rank_;
}

RELATILE_INLINE bool OverlapChoice::take_if_faster(Best& best, const Objective& objective) const {
  ++best.searches;
  Assignment other = choose_(Problem(problem_, objective));
  if (other.price.is_impossible()) return false;
  const auto same = [&](const Assignment& before) { return before.has_same_choices(other); };
  if (std::any_of(best.tried.begin(), best.tried.end(), same)) return false;
  const Assignment& first = best.tried.front();
  other.price = problem_.price(other);
  other.optimal = other.optimal && first.optimal && !(first.price < other.price);
  other.lower_bound = first.lower_bound;
  plan::Plan made = make_(other);
  made.chosen_for_overlap = first.price < other.price;
  best.tried.push_back(std::move(other));
  const double seconds = cost::overlapped_seconds(machine_, made);
  if (seconds >= (1 - least_gain) * best.seconds || !fits(made)) return false;
  best.plan = std::move(made);
  best.seconds = seconds;
  best.chosen = best.tried.size() - 1;
  return true;
}

RELATILE_INLINE std::vector<OverlapChoice::Alike> OverlapChoice::longest_operators() const {
  std::map<const NodeSpace*, std::size_t> known;
  std::vector<Alike> all;
  for (int n = 0; n < problem_.size(); ++n) {
    const Member& member = problem_.member(n);
    if (member.role != Role::computed || member.node->inputs.size() < 2) continue;
    const auto [at, added] = known.try_emplace(member.space.get(), all.size());
    if (added) all.emplace_back();
    all[at->second].members.push_back(n);
    all[at->second].seconds += seconds_of_kernel(n);
  }
  sort_stably(all, [](const Alike& a, const Alike& b) { return a.seconds > b.seconds; });
  return all;
}

RELATILE_INLINE std::vector<OverlapChoice::Cut> OverlapChoice::cuts_of(int n) const {
  std::vector<Cut> cuts;
  const Member& member = problem_.member(n);
  for (const Candidate& c : member.space->candidates) {
    auto parts = placement::cut_by(c.layout, member.node->labels.rank());
    const double seconds = seconds_of_kernel(member, c);
    const auto known =
        std::find_if(cuts.begin(), cuts.end(), [&](const Cut& cut) { return cut.parts == parts; });
    if (known != cuts.end()) {
      known->seconds = std::min(known->seconds, seconds);
    } else {
      cuts.push_back({std::move(parts), seconds});
    }
  }
  return cuts;
}

RELATILE_INLINE void OverlapChoice::try_other_cuts(Best& best) const {
  Cuts taken;
  for (const Alike& alike : longest_operators()) {
    const auto number = static_cast<double>(alike.members.size());
    Cuts fastest = taken;
    for (const Cut& cut : cuts_of(alike.members.front())) {
      if (!may_gain(best, number * cut.seconds - alike.seconds)) continue;
      Cuts cuts = taken;
      for (const int n : alike.members) cuts[problem_.member(n).node.get()] = cut.parts;
      if (take_if_faster(best, CutObjective(problem_.objective(), cuts))) fastest = std::move(cuts);
    }
    taken = std::move(fastest);
  }
}

RELATILE_INLINE ChosenPlan OverlapChoice::fastest(const Assignment& first, plan::Plan plan) const {
  if (!is_small_enough()) return {first, std::move(plan)};
  const double seconds = cost::overlapped_seconds(machine_, plan);
  const double kernels = seconds_of_kernels(may_have_panels() ? cost::price_in_cache : 1);
  Best best{std::move(plan), seconds, kernels, seconds_of_search(problem_), 0, {first}, 0};
  for (const double share : shares_of_moves) {
    if (may_gain(best)) take_if_faster(best, OverlapObjective(problem_.objective(), share));
  }
  if (may_gain(best)) try_other_cuts(best);
  return {std::move(best.tried[best.chosen]), std::move(best.plan)};
}

}  // namespace relatile::planner
