// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/plan_for.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/units.hpp"
#include "relatile/passes/step_order.hpp"
#include "relatile/planner/chosen_plan.hpp"
#include "relatile/planner/emit.hpp"
#include "relatile/planner/follow_slices.hpp"
#include "relatile/planner/memory_cap.hpp"
#include "relatile/planner/overlap_choice.hpp"
#include "relatile/planner/plan_shrinker.hpp"
#include "relatile/planner/search/planners.hpp"
#include "relatile/planner/space/objectives.hpp"
#include "relatile/planner/space/problem.hpp"
#include "relatile/schedule/peak_memory.hpp"
#include "relatile/tra/graph.hpp"

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

/// The order in which the steps of a plan run after all passes; nothing if these cut them into
/// slices. The plan is made for this question: words decide nothing, so they number its values.
inline std::optional<StepOrder> order_after_passes(plan::Plan plan, const PlanOptions& options,
                                                   std::int64_t message_limit) {
  for (std::size_t v = 0; v < plan.values.size(); ++v) {
    plan.values[v].placement.text = std::to_string(v);
  }
  const std::vector<int> makers = plan.makers();
  const std::size_t num_steps = plan.steps.size();
  plan = pass::run_passes(plan, pass_options(options, message_limit));
  if (plan.steps.size() != num_steps) return std::nullopt;
  StepOrder order;
  for (const plan::Step& step : plan.steps) {
    const std::string& value = nth(plan.values, step.output).placement.text;
    order.steps.push_back(nth(makers, std::stoi(value)));
    order.early.push_back(step.early);
  }
  return order;
}

/// What others may follow of a choice, if it is not for its own slices alone.
inline std::shared_ptr<const KnownChoice> known_choice(const Problem& problem,
                                                       const Assignment& assignment,
                                                       const std::vector<tra::NodePtr>& results,
                                                       const PlanOptions& options,
                                                       std::int64_t message_limit) {
  if (is_for_its_slices_alone(problem, assignment)) return nullptr;
  Emitted emitted = Emitter(problem, assignment, message_limit).emit_to_remember(results);
  plan::Plan plan = emitted.plan;
  for (int n = 0; n < problem.size(); ++n) plan.nodes.push_back(problem.member(n).node);
  plan.hosts = options.hosts;
  auto order = order_after_passes(std::move(plan), options, message_limit);
  return std::make_shared<const KnownChoice>(problem, assignment, std::move(emitted),
                                             std::move(order));
}

/// Whether two plans have the same steps, of the same values. As many need not be the same: what
/// one program exchanges, another one may find where it is, and lack something else.
inline bool same_steps(const plan::Plan& a, const plan::Plan& b) {
  return std::equal(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(),
                    [](const plan::Step& one, const plan::Step& other) {
                      return one.kind == other.kind && one.node == other.node &&
                             one.inputs == other.inputs && one.output == other.output;
                    });
}

/// A choice that was known before, written out for a program of the same form. Its steps run in the
/// order that was found for the first one; how much sites lack, which comes in panels, is looked at
/// anew.
inline plan::Plan written_out_again(const KnownChoice& choice, const Problem& problem,
                                    const Assignment& assignment,
                                    const std::vector<tra::NodePtr>& results, PlanOptions options,
                                    std::int64_t message_limit) {
  Emitter emitter(problem, assignment, message_limit, &choice.emitted());
  plan::Plan plan = emitter.emit(results);
  plan.hosts = options.hosts;
  const std::optional<StepOrder>& order = choice.order();
  if (order && same_steps(plan, choice.emitted().plan)) {
    plan = pass::reordered(plan, order->steps);
    for (std::size_t s = 0; s < plan.steps.size(); ++s) plan.steps[s].early = order->early[s];
    options.disabled_passes.insert(options.disabled_passes.end(),
                                   {"cache_panels", "critical_path"});
  }
  return pass::run_passes(plan, pass_options(options, message_limit));
}

inline void require_cap(const PlanOptions& options) {
  if (options.memory_per_rank >= 0) return;
  throw Error("relatile: memory_per_rank is " + grouped(options.memory_per_rank) +
              " bytes; a cap is positive, and 0 stands for none");
}

}  // namespace detail

RELATILE_INLINE void require_options(const PlanOptions& options) {
  detail::require_cap(options);
  objective_named(options.objective, options.machine);
  planner_named(options.planner);
}

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
  if (options.follow_known_choices && objective->additive() &&
      has_slices(tra::topological_order(roots))) {
    searched.choice =
        detail::known_choice(problem, found.assignment, results, options, message_limit);
  }
  return searched;
}

RELATILE_INLINE std::optional<plan::Plan> plan_that_follows(
    const std::vector<std::shared_ptr<const KnownChoice>>& choices, double most,
    const std::vector<tra::NodePtr>& graph, const std::vector<tra::NodePtr>& results,
    const PlanOptions& options, std::int64_t message_limit) {
  const auto objective = objective_named(options.objective, options.machine);
  std::unique_ptr<const Problem> cheapest;
  const KnownChoice* followed = nullptr;
  Assignment assignment;
  assignment.price = Price::impossible();
  for (const auto& choice : choices) {
    auto problem = choice->problem_of(graph, *objective);
    if (!problem) continue;
    const Price price = problem->price(choice->assignment());
    if (!(price < assignment.price)) continue;
    cheapest = std::move(problem);
    followed = choice.get();
    assignment = choice->assignment();
    assignment.price = price;
    assignment.optimal = choice->was_optimal() && cheapest->num_sites() == 1;
  }
  if (!cheapest || assignment.price.cost > most) return std::nullopt;
  plan::Plan plan =
      detail::written_out_again(*followed, *cheapest, assignment, results, options, message_limit);
  plan.chosen_for_other_slices = !assignment.optimal;
  if (options.memory_per_rank <= 0) return plan;
  plan.peak_memory = Bytes{schedule::plan_peak(plan).peak.total()};
  if (plan.peak_memory.value > options.memory_per_rank) return std::nullopt;
  return plan;
}

}  // namespace relatile::planner
