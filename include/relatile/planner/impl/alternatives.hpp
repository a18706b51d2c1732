// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/alternatives.hpp"

#include <algorithm>
#include <cstdint>
#include <iomanip>
#include <memory>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/core/units.hpp"
#include "relatile/passes/passes.hpp"
#include "relatile/plan/text/print.hpp"
#include "relatile/planner/emit.hpp"
#include "relatile/planner/outline.hpp"
#include "relatile/planner/outline_cost.hpp"
#include "relatile/planner/plan_for.hpp"
#include "relatile/planner/search/best_plan.hpp"
#include "relatile/planner/search/planners.hpp"
#include "relatile/planner/space/named_plans.hpp"
#include "relatile/planner/space/objectives.hpp"
#include "relatile/planner/space/problem.hpp"
#include "relatile/planner/space/search_size.hpp"
#include "relatile/rules/replaced_inputs.hpp"
#include "relatile/schedule/peak_memory.hpp"
#include "relatile/tra/flops.hpp"
#include "relatile/tra/graph.hpp"

namespace relatile::planner {

RELATILE_INLINE std::string difference_text(const std::string& objective, double more) {
  if (more <= 0) return more == 0 ? "costs the same" : "less balanced work";
  if (objective == "bytes") return grouped(static_cast<std::int64_t>(more)) + " bytes more";
  if (objective == "time") return plan::detail::seconds_text(more) + " more";
  std::ostringstream text;
  text << std::setprecision(3) << more << " more";
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

/// A classical plan for one join of a program.
struct Asked {
  int step;
  std::string_view name;
};

/// What other plans the joins of a program have.
inline std::vector<Asked> other_plans(const plan::Plan& taken) {
  std::vector<Asked> asked;
  std::set<int> seen;  // a node in slices has many steps
  for (int s = 0; s < static_cast<int>(taken.steps.size()); ++s) {
    const plan::Step& step = nth(taken.steps, s);
    if (step.kind != plan::StepKind::local || !seen.insert(step.node).second) continue;
    const tra::Node& node = *nth(taken.nodes, step.node);
    if (node.inputs.size() != 2 || !node.pins.plan.empty()) continue;
    if (node.kind() != tra::Kind::contract && node.kind() != tra::Kind::join) continue;
    for (auto name : plan_names) {
      if (name != step.strategy) asked.push_back({s, name});
    }
  }
  return asked;
}

/// At most `most` of them, but all of one join: those of the joins that compute most, in the
/// program's order. What is said of a join is said of all its plans.
inline void keep_largest(std::vector<Asked>& asked, const plan::Plan& taken, std::size_t most) {
  const auto flops = [&](const Asked& one) {
    const tra::Node& node = *nth(taken.nodes, nth(taken.steps, one.step).node);
    return tra::flops_on(node, Box::whole(node.labels)).value;
  };
  sort_stably(asked, [&](const Asked& a, const Asked& b) { return flops(a) > flops(b); });
  std::size_t kept = 0;
  for (std::size_t end = 1; end <= asked.size(); ++end) {
    const bool is_whole = end == asked.size() || asked[end].step != asked[end - 1].step;
    if (is_whole && (kept == 0 || end <= most)) kept = end;
  }
  asked.resize(kept);
  sort_stably(asked, [](const Asked& a, const Asked& b) { return a.step < b.step; });
}

/// Plans one program again and again, a node of it pinned; what does not change is priced once.
class Replanner {
 public:
  Replanner(const std::vector<tra::NodePtr>& roots, const plan::Plan& taken,
            const PlanOptions& options)
      : roots_(roots),
        taken_(taken),
        options_(options),
        objective_(objective_named(options.objective, options.machine)) {}

  /// How many alternatives may be priced, by how much each is to plan.
  std::size_t affordable() const {
    const std::size_t by_nodes = most_nodes_planned_again / (taken_.nodes.size() + 1);
    const double prices = num_prices(Problem(roots_, taken_.num_sites, *objective_, spaces_));
    const auto by_prices = static_cast<std::size_t>(most_prices_looked_at_again / (prices + 1));
    return std::clamp(std::min(by_nodes, by_prices), fewest_alternatives, most_alternatives);
  }
  /// What the whole would cost if that join were executed so; throws UnsupportedPlan if it can't.
  plan::Alternative priced(const Asked& asked) const {
    const plan::Step& step = nth(taken_.steps, asked.step);
    const tra::Node& node = *nth(taken_.nodes, step.node);
    const auto roots = with_pinned_plan(roots_, node, std::string(asked.name));
    const Problem problem(roots, taken_.num_sites, *objective_, spaces_);
    const Assignment assignment = options_.planner == "optimal"
                                      ? best_plan(problem, effort, patience, tables_)
                                      : plan_by_name(options_.planner, problem);
    std::int64_t bytes = 0;
    for (const auto& cost : outline_costs(problem, Outliner(problem, assignment).outline(roots))) {
      bytes += cost.bytes;
    }
    const double more = assignment.price.cost - taken_.price;
    std::string reason = more_than_taken(more);
    if (options_.memory_per_rank > 0) {
      const std::int64_t peak = peak_of(problem, assignment, roots);
      const std::string holds = "holds " + grouped(peak) + " B";
      if (peak > options_.memory_per_rank) reason = (more < 0 ? "" : reason + ", ") + holds;
    }
    return {"R" + std::to_string(step.output) + " " + node.name + " by " + std::string(asked.name),
            Bytes{bytes}, std::move(reason)};
  }

 private:
  /// A tenth of a search's: where a program is too entangled for that, what an alternative costs is
  /// what one like it does.
  static constexpr Effort effort{1 << 18, 4e6};
  static constexpr Patience patience{{1 << 14, 1e6}, 6, 2};

  std::string more_than_taken(double more) const {
    if (taken_.chosen_for_other_slices && more < 0) {
      return "cheaper for these slices, but not looked for";
    }
    if (!taken_.chosen_for_overlap || more >= 0) return difference_text(taken_.objective, more);
    return plan::detail::seconds_text(-more) + " less, but slower as it would run";
  }
  std::int64_t peak_of(const Problem& problem, const Assignment& assignment,
                       const std::vector<tra::NodePtr>& roots) const {
    plan::Plan plan = Emitter(problem, assignment, plan::default_message_limit).emit(roots);
    plan.hosts = options_.hosts;
    plan = pass::run_passes(plan, pass_options(options_, plan::default_message_limit));
    return schedule::plan_peak(plan).peak.total();
  }

  const std::vector<tra::NodePtr>& roots_;
  const plan::Plan& taken_;
  const PlanOptions& options_;
  std::unique_ptr<const Objective> objective_;
  std::shared_ptr<SharedSpaces> spaces_ = std::make_shared<SharedSpaces>();
  std::shared_ptr<SharedFactorTables> tables_ = std::make_shared<SharedFactorTables>();
};

}  // namespace detail

RELATILE_INLINE std::vector<plan::Alternative> alternatives(const std::vector<tra::NodePtr>& roots,
                                                            const plan::Plan& taken,
                                                            const PlanOptions& options) {
  std::vector<plan::Alternative> all = taken.other_ways;
  if (taken.num_sites == 1) return all;
  const detail::Replanner replanner(roots, taken, options);
  std::vector<detail::Asked> asked = detail::other_plans(taken);
  if (asked.size() > fewest_alternatives) {
    detail::keep_largest(asked, taken, replanner.affordable());
  }
  for (const detail::Asked& one : asked) {
    try {
      all.push_back(replanner.priced(one));
    } catch (const UnsupportedPlan&) {
      // This join has no such plan: nothing to compare with.
    }
  }
  return all;
}

}  // namespace relatile::planner
