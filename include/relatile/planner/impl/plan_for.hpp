// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/plan_for.hpp"

#include <algorithm>
#include <iomanip>
#include <set>
#include <sstream>
#include <utility>

#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/units.hpp"
#include "relatile/planner/emit.hpp"
#include "relatile/planner/memory_cap.hpp"
#include "relatile/planner/named_plans.hpp"
#include "relatile/planner/objectives.hpp"
#include "relatile/planner/outline.hpp"
#include "relatile/planner/outline_cost.hpp"
#include "relatile/planner/plan_shrinker.hpp"
#include "relatile/planner/planners.hpp"
#include "relatile/planner/problem.hpp"
#include "relatile/rules/replaced_inputs.hpp"
#include "relatile/schedule/peak_memory.hpp"
#include "relatile/tra/graph.hpp"

namespace relatile::planner {

RELATILE_INLINE plan::Plan plan_for(const std::vector<tra::NodePtr>& roots,
                                    const std::vector<tra::NodePtr>& results, int num_sites,
                                    const PlanOptions& options, std::int64_t message_limit,
                                    const pass::PassWatch& watch) {
  const pass::detail::Stopwatch search;
  const auto objective = objective_named(options.objective, options.machine);
  const Problem problem(roots, num_sites, *objective);
  const Assignment assignment = plan_by_name(options.planner, problem);
  plan::Plan plan = Emitter(problem, assignment, message_limit).emit(results);
  plan.hosts = options.hosts;
  if (watch) watch("search", plan, search.seconds());
  plan = pass::run_passes(plan, pass_options(options, message_limit), watch);
  if (options.memory_per_rank <= 0) return plan;
  const pass::detail::Stopwatch cap;
  schedule::PlanPeak peak = schedule::plan_peak(plan);
  plan.peak_memory = Bytes{peak.peak.total()};
  if (peak.peak.total() <= options.memory_per_rank) return plan;
  const Choose choose = [&](const Problem& any) { return plan_by_name(options.planner, any); };
  plan = plan_within_memory(problem, assignment, choose, results, message_limit,
                            options.memory_per_rank, options.hosts,
                            MeasuredPlan{std::move(plan), std::move(peak), {}})
             .plan;
  if (watch) watch("memory_cap", plan, cap.seconds());
  return plan;
}

RELATILE_INLINE std::string difference_text(const std::string& objective, double more) {
  if (more <= 0) return more == 0 ? "costs the same" : "less balanced work";
  if (objective == "bytes") return grouped(static_cast<std::int64_t>(more)) + " bytes more";
  std::ostringstream text;
  text << std::setprecision(3);
  if (objective == "time") {
    text << more * 1e3 << " ms more";
  } else {
    text << more << " more";
  }
  return text.str();
}

namespace detail {

/// The same program with a plan pinned to one of its nodes.
inline std::vector<tra::NodePtr> with_pinned_plan(const std::vector<tra::NodePtr>& roots,
                                                  const tra::Node& node, std::string name) {
  rules::Rewritten rewritten;
  for (const auto& now : tra::topological_order(roots)) {
    tra::NodePtr made = rules::with_inputs(now, rewritten);
    if (now.get() == &node) {
      made = std::make_shared<tra::Node>(*made);
      made->pins.plan = std::move(name);
    }
    rewritten.emplace(now.get(), std::move(made));
  }
  std::vector<tra::NodePtr> pinned;
  for (const auto& root : roots) pinned.push_back(rewritten.at(root.get()));
  return pinned;
}

/// What the whole would cost by the plan that is pinned to a node of it.
inline plan::Alternative alternative(const std::vector<tra::NodePtr>& roots,
                                     const plan::Plan& taken, const PlanOptions& options) {
  const auto objective = objective_named(options.objective, options.machine);
  const Problem problem(roots, taken.num_sites, *objective);
  const Assignment assignment = plan_by_name(options.planner, problem);
  std::int64_t bytes = 0;
  for (const auto& step : outline_costs(problem, Outliner(problem, assignment).outline(roots))) {
    bytes += step.bytes;
  }
  std::string reason = difference_text(taken.objective, assignment.price.cost - taken.price);
  if (options.memory_per_rank > 0) {
    plan::Plan plan = Emitter(problem, assignment, plan::default_message_limit).emit(roots);
    plan.hosts = options.hosts;
    plan = pass::run_passes(plan, pass_options(options, plan::default_message_limit));
    const std::int64_t peak = schedule::plan_peak(plan).peak.total();
    if (peak > options.memory_per_rank) reason += ", holds " + grouped(peak) + " B";
  }
  return {{}, Bytes{bytes}, std::move(reason)};
}

}  // namespace detail

RELATILE_INLINE std::vector<plan::Alternative> alternatives(const std::vector<tra::NodePtr>& roots,
                                                            const plan::Plan& taken,
                                                            const PlanOptions& options) {
  std::vector<plan::Alternative> all;
  if (taken.num_sites == 1) return all;
  std::set<int> seen;  // a node in slices has many steps
  for (const auto& step : taken.steps) {
    if (step.kind != plan::StepKind::local || !seen.insert(step.node).second) continue;
    const tra::NodePtr& node = nth(taken.nodes, step.node);
    if (node->inputs.size() != 2 || !node->pins.plan.empty()) continue;
    if (node->kind() != tra::Kind::contract && node->kind() != tra::Kind::join) continue;
    for (auto name : plan_names) {
      if (name == step.strategy || all.size() == most_alternatives) continue;
      try {
        const auto pinned = detail::with_pinned_plan(roots, *node, std::string(name));
        all.push_back(detail::alternative(pinned, taken, options));
        all.back().text =
            "R" + std::to_string(step.output) + " " + node->name + " by " + std::string(name);
      } catch (const UnsupportedPlan&) {
        // This join has no such plan: nothing to compare with.
      }
    }
  }
  return all;
}

}  // namespace relatile::planner
