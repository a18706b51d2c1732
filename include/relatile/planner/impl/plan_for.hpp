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
#include "relatile/core/units.hpp"
#include "relatile/cost/peak_memory.hpp"
#include "relatile/planner/cache_panels.hpp"
#include "relatile/planner/critical_path.hpp"
#include "relatile/planner/emit.hpp"
#include "relatile/planner/memory_cap.hpp"
#include "relatile/planner/named_plans.hpp"
#include "relatile/planner/objectives.hpp"
#include "relatile/planner/plan_shrinker.hpp"
#include "relatile/planner/planners.hpp"
#include "relatile/planner/problem.hpp"

namespace relatile::planner {

RELATILE_INLINE plan::Plan in_slices(plan::Plan plan, const PlanOptions& options,
                                     std::int64_t message_limit) {
  if (options.panel_bytes > 0) {
    plan = with_panels(std::move(plan), options.panel_bytes, message_limit);
  }
  return with_cache_panels(std::move(plan), message_limit, options.cache);
}

RELATILE_INLINE plan::Plan overlapping(plan::Plan plan, const PlanOptions& options,
                                       std::int64_t message_limit) {
  const auto reordered = along_critical_path(plan, options.machine);
  plan = in_slices(std::move(plan), options, message_limit);
  if (!reordered) return plan;
  plan::Plan other = in_slices(*reordered, options, message_limit);
  if (!is_faster_in_little_more_memory(other, plan, options.machine)) return plan;
  if (options.memory_per_rank <= 0) return other;
  const auto peak = [](const plan::Plan& of) { return cost::plan_peak(of).peak.total(); };
  return peak(other) <= std::max(options.memory_per_rank, peak(plan)) ? other : plan;
}

RELATILE_INLINE plan::Plan plan_for(const std::vector<tra::NodePtr>& roots,
                                    const std::vector<tra::NodePtr>& results, int num_sites,
                                    const PlanOptions& options, std::int64_t message_limit) {
  const auto objective = objective_named(options.objective, options.machine);
  const Problem problem(roots, num_sites, *objective);
  const Choice choice = plan_by_name(options.planner, problem);
  plan::Plan plan = Emitter(problem, choice, message_limit).emit(results);
  plan.hosts = options.hosts;
  plan = overlapping(std::move(plan), options, message_limit);
  if (options.memory_per_rank <= 0) return plan;
  cost::PlanPeak peak = cost::plan_peak(plan);
  plan.peak_memory = Bytes{peak.peak.total()};
  if (peak.peak.total() <= options.memory_per_rank) return plan;
  const Choose choose = [&](const Problem& any) { return plan_by_name(options.planner, any); };
  return plan_within_memory(problem, choice, choose, results, message_limit,
                            options.memory_per_rank, options.hosts,
                            MeasuredPlan{std::move(plan), std::move(peak), {}})
      .plan;
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

RELATILE_INLINE std::vector<plan::Alternative> alternatives(const std::vector<tra::NodePtr>& roots,
                                                            const plan::Plan& taken,
                                                            const PlanOptions& options) {
  std::vector<plan::Alternative> all;
  if (taken.num_sites == 1) return all;
  PlanOptions uncapped = options;
  uncapped.memory_per_rank = 0;
  std::set<int> seen;  // a node in slices has many steps
  for (const auto& step : taken.steps) {
    if (step.kind != plan::StepKind::local || !seen.insert(step.node).second) continue;
    const tra::NodePtr& node = taken.nodes[static_cast<std::size_t>(step.node)];
    if (node->inputs.size() != 2 || !node->pinned_plan.empty()) continue;
    if (node->kind != tra::Kind::contract && node->kind != tra::Kind::join) continue;
    for (auto name : plan_names) {
      if (name == step.strategy || all.size() == most_alternatives) continue;
      node->pinned_plan = std::string(name);
      try {
        const plan::Plan other = plan_for(roots, roots, taken.num_sites, uncapped);
        std::string reason = difference_text(taken.objective, other.price - taken.price);
        if (options.memory_per_rank > 0) {
          const std::int64_t peak = cost::plan_peak(other).peak.total();
          if (peak > options.memory_per_rank) reason += ", holds " + grouped(peak) + " B";
        }
        all.push_back(
            {"R" + std::to_string(step.output) + " " + node->name + " by " + std::string(name),
             other.traffic().total(), std::move(reason)});
      } catch (const UnsupportedPlan&) {
        // This join has no such plan: nothing to compare with.
      }
      node->pinned_plan.clear();
    }
  }
  return all;
}

}  // namespace relatile::planner
