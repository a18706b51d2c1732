// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/plan_for.hpp"

#include <utility>

#include "relatile/core/error.hpp"
#include "relatile/core/units.hpp"
#include "relatile/planner/emit.hpp"
#include "relatile/planner/memory_cap.hpp"
#include "relatile/planner/objectives.hpp"
#include "relatile/planner/overlap_choice.hpp"
#include "relatile/planner/plan_shrinker.hpp"
#include "relatile/planner/planners.hpp"
#include "relatile/planner/problem.hpp"
#include "relatile/schedule/peak_memory.hpp"

namespace relatile::planner {

RELATILE_INLINE plan::Plan plan_for(const std::vector<tra::NodePtr>& roots,
                                    const std::vector<tra::NodePtr>& results, int num_sites,
                                    const PlanOptions& options, std::int64_t message_limit,
                                    const pass::PassWatch& watch) {
  if (options.memory_per_rank < 0) {
    throw Error("relatile: memory_per_rank is " + grouped(options.memory_per_rank) +
                " bytes; a cap is positive, and 0 stands for none");
  }
  const pass::Stopwatch search;
  const auto objective = objective_named(options.objective, options.machine);
  const Problem problem(roots, num_sites, *objective);
  const Choose choose = [&](const Problem& any) { return plan_by_name(options.planner, any); };
  const auto make = [&](const Assignment& assignment, const pass::PassWatch& told) {
    plan::Plan plan = Emitter(problem, assignment, message_limit).emit(results);
    plan.hosts = options.hosts;
    if (told) told("search", plan, search.seconds());
    return pass::run_passes(plan, pass_options(options, message_limit), told);
  };
  const Assignment assignment = choose(problem);
  plan::Plan plan = make(assignment, watch);
  if (options.planner == "optimal" && options.objective == "time") {
    const pass::Stopwatch overlap;
    const auto silently = [&](const Assignment& other) { return make(other, {}); };
    plan = OverlapChoice(problem, options.machine, options.memory_per_rank, choose, silently)
               .fastest(assignment, std::move(plan));
    if (watch && plan.chosen_for_overlap) watch("overlap", plan, overlap.seconds());
  }
  if (options.memory_per_rank <= 0) return plan;
  const pass::Stopwatch cap;
  schedule::PlanPeak peak = schedule::plan_peak(plan);
  plan.peak_memory = Bytes{peak.peak.total()};
  if (peak.peak.total() <= options.memory_per_rank) return plan;
  plan = plan_within_memory(problem, assignment, choose, results, message_limit,
                            options.memory_per_rank, options.hosts,
                            MeasuredPlan{std::move(plan), std::move(peak), {}})
             .plan;
  if (watch) watch("memory_cap", plan, cap.seconds());
  return plan;
}

}  // namespace relatile::planner
