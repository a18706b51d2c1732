// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/plan_for.hpp"

#include <utility>

#include "relatile/core/error.hpp"
#include "relatile/core/units.hpp"
#include "relatile/planner/chosen_plan.hpp"
#include "relatile/planner/emit.hpp"
#include "relatile/planner/memory_cap.hpp"
#include "relatile/planner/objectives.hpp"
#include "relatile/planner/overlap_choice.hpp"
#include "relatile/planner/plan_shrinker.hpp"
#include "relatile/planner/planners.hpp"
#include "relatile/planner/problem.hpp"
#include "relatile/schedule/peak_memory.hpp"

namespace relatile::planner {
namespace detail {

/// A choice written out, after all passes.
inline plan::Plan written_out(const Problem& problem, const Assignment& assignment,
                              const std::vector<tra::NodePtr>& results, const PlanOptions& options,
                              std::int64_t message_limit, const pass::PassWatch& watch = {},
                              const pass::Stopwatch& search = {}) {
  plan::Plan plan = Emitter(problem, assignment, message_limit).emit(results);
  plan.hosts = options.hosts;
  if (watch) watch("search", plan, search.seconds());
  return pass::run_passes(plan, pass_options(options, message_limit), watch);
}

inline ChosenPlan search(const Problem& problem, const std::vector<tra::NodePtr>& results,
                         const PlanOptions& options, std::int64_t message_limit,
                         const pass::PassWatch& watch, const pass::Stopwatch& began) {
  const Choose choose = [&](const Problem& any) { return plan_by_name(options.planner, any); };
  ChosenPlan best;
  best.assignment = choose(problem);
  best.plan = written_out(problem, best.assignment, results, options, message_limit, watch, began);
  const Assignment first = best.assignment;
  if (options.planner == "optimal" && options.objective == "time") {
    const pass::Stopwatch overlap;
    const auto silently = [&](const Assignment& other) {
      return written_out(problem, other, results, options, message_limit);
    };
    best = OverlapChoice(problem, options.machine, options.memory_per_rank, choose, silently)
               .fastest(first, std::move(best.plan));
    if (watch && best.plan.chosen_for_overlap) watch("overlap", best.plan, overlap.seconds());
  }
  if (options.memory_per_rank <= 0) return best;
  const pass::Stopwatch cap;
  schedule::PlanPeak peak = schedule::plan_peak(best.plan);
  best.plan.peak_memory = Bytes{peak.peak.total()};
  if (peak.peak.total() <= options.memory_per_rank) return best;
  best = plan_within_memory(problem, first, choose, results, message_limit, options.memory_per_rank,
                            options.hosts, MeasuredPlan{std::move(best.plan), std::move(peak), {}});
  if (watch) watch("memory_cap", best.plan, cap.seconds());
  return best;
}

inline void require_cap(const PlanOptions& options) {
  if (options.memory_per_rank >= 0) return;
  throw Error("relatile: memory_per_rank is " + grouped(options.memory_per_rank) +
              " bytes; a cap is positive, and 0 stands for none");
}

}  // namespace detail

RELATILE_INLINE plan::Plan plan_for(const std::vector<tra::NodePtr>& roots,
                                    const std::vector<tra::NodePtr>& results, int num_sites,
                                    const PlanOptions& options, std::int64_t message_limit,
                                    const pass::PassWatch& watch) {
  detail::require_cap(options);
  const pass::Stopwatch began;
  const auto objective = objective_named(options.objective, options.machine);
  const Problem problem(roots, num_sites, *objective);
  return detail::search(problem, results, options, message_limit, watch, began).plan;
}

RELATILE_INLINE SearchedPlan search_plan(const std::vector<tra::NodePtr>& roots,
                                         const std::vector<tra::NodePtr>& results, int num_sites,
                                         const PlanOptions& options, std::int64_t message_limit) {
  detail::require_cap(options);
  const auto objective = objective_named(options.objective, options.machine);
  const Problem problem(roots, num_sites, *objective);
  ChosenPlan found = detail::search(problem, results, options, message_limit, {}, {});
  SearchedPlan searched{std::move(found.plan), nullptr};
  if (options.follow_known_choices && objective->additive()) {
    searched.choice = std::make_shared<const KnownChoice>(problem, found.assignment);
  }
  return searched;
}

RELATILE_INLINE std::optional<plan::Plan> plan_that_follows(
    const std::vector<std::shared_ptr<const KnownChoice>>& choices, double most,
    const std::vector<tra::NodePtr>& graph, const std::vector<tra::NodePtr>& results,
    const PlanOptions& options, std::int64_t message_limit) {
  const auto objective = objective_named(options.objective, options.machine);
  std::unique_ptr<const Problem> cheapest;
  Assignment assignment;
  assignment.price = Price::impossible();
  for (const auto& choice : choices) {
    auto problem = choice->problem_of(graph, *objective);
    const Price price = problem->price(choice->assignment());
    if (!(price < assignment.price)) continue;
    cheapest = std::move(problem);
    assignment = choice->assignment();
    assignment.price = price;
    assignment.optimal = choice->was_optimal() && cheapest->num_sites() == 1;
  }
  if (!cheapest || assignment.price.cost > most) return std::nullopt;
  plan::Plan plan = detail::written_out(*cheapest, assignment, results, options, message_limit);
  plan.chosen_for_other_slices = !assignment.optimal;
  if (options.memory_per_rank <= 0) return plan;
  plan.peak_memory = Bytes{schedule::plan_peak(plan).peak.total()};
  if (plan.peak_memory.value > options.memory_per_rank) return std::nullopt;
  return plan;
}

}  // namespace relatile::planner
