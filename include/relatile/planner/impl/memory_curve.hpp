// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/memory_curve.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/sort_stably.hpp"
#include "relatile/cost/overlap.hpp"
#include "relatile/passes/repeat_steps.hpp"
#include "relatile/planner/less_memory.hpp"
#include "relatile/planner/plan_for.hpp"
#include "relatile/planner/search/planners.hpp"
#include "relatile/planner/space/objectives.hpp"
#include "relatile/schedule/peak_memory.hpp"

namespace relatile::planner {
namespace detail {

inline MemoryPoint memory_point(const plan::Plan& plan, std::int64_t peak,
                                const cost::Machine& machine, std::string how) {
  return {Bytes{peak}, plan.traffic().total(), plan.price, cost::overlapped_seconds(machine, plan),
          std::move(how)};
}

inline std::string how_it_is_smaller(bool first_choice, const plan::Plan& plan) {
  const bool sliced = std::any_of(plan.steps.begin(), plan.steps.end(),
                                  [](const plan::Step& step) { return step.slice.count > 1; });
  const int repeated = pass::repeated_steps(plan);
  std::string how = first_choice ? "" : "other placements";
  const auto add = [&](const std::string& more) { how += (how.empty() ? "" : ", ") + more; };
  if (sliced) add("in slices");
  if (repeated > 0) add(std::to_string(repeated) + " steps computed again");
  return how.empty() ? "one step after the other" : how;
}

/// Of points, those that no other beats in both; the cheapest first.
inline std::vector<MemoryPoint> unbeaten(std::vector<MemoryPoint> points) {
  sort_stably(points, [](const MemoryPoint& a, const MemoryPoint& b) {
    return a.price != b.price ? a.price < b.price : a.peak < b.peak;
  });
  std::vector<MemoryPoint> kept;
  for (MemoryPoint& point : points) {
    if (kept.empty() || point.peak < kept.back().peak) kept.push_back(std::move(point));
  }
  return kept;
}

}  // namespace detail

RELATILE_INLINE std::vector<MemoryPoint> memory_curve(const std::vector<tra::NodePtr>& roots,
                                                      const std::vector<tra::NodePtr>& results,
                                                      int num_sites, PlanOptions options,
                                                      std::int64_t message_limit) {
  options.memory_per_rank = 0;
  const plan::Plan free = plan_for(roots, results, num_sites, options, message_limit);
  const MemoryPoint planned = detail::memory_point(free, schedule::plan_peak(free).peak.total(),
                                                   options.machine, "as planned");
  const auto objective = objective_named(options.objective, options.machine);
  const Problem problem(roots, num_sites, *objective);
  const Choose choose = [&](const Problem& any) { return plan_by_name(options.planner, any); };
  const Assignment first = choose(problem);
  std::vector<MemoryPoint> smaller;
  const LessMemory search(problem, choose, results, message_limit, options.hosts);
  search.visit(first, [&](const Assignment& assignment, const MeasuredPlan& met) {
    const std::int64_t peak = met.peak.peak.total();
    if (peak < planned.peak.value) {
      smaller.push_back(
          detail::memory_point(met.plan, peak, options.machine,
                               detail::how_it_is_smaller(&assignment == &first, met.plan)));
    }
    return GoOn::to_smaller;
  });
  std::vector<MemoryPoint> curve{planned};
  for (MemoryPoint& point : detail::unbeaten(std::move(smaller))) {
    curve.push_back(std::move(point));
  }
  return curve;
}

}  // namespace relatile::planner
