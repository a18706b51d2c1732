// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/planner/emit.hpp"
#include "relatile/planner/named_plans.hpp"

namespace relatile::planner {

/// The cheapest plan for the roots and everything else to keep.
inline plan::Plan plan_for(const std::vector<tra::NodePtr>& roots, int num_sites,
                           std::int64_t message_limit = plan::default_message_limit) {
  const Decisions decisions = TreePlanner(roots, num_sites).decide();
  return Emitter(decisions, num_sites, message_limit).emit(roots);
}

/// For every join in the expression, what the whole would cost if that join were executed by each
/// classical plan; the plan taken itself is left out.
inline std::vector<plan::Alternative> alternatives(const std::vector<tra::NodePtr>& roots,
                                                   const plan::Plan& taken) {
  std::vector<plan::Alternative> all;
  if (taken.num_sites == 1) return all;
  for (const auto& step : taken.steps) {
    if (step.kind != plan::StepKind::local) continue;
    const tra::NodePtr& node = taken.nodes[static_cast<std::size_t>(step.node)];
    if (node->inputs.size() != 2 || !node->pinned_plan.empty()) continue;
    if (node->kind != tra::Kind::contract && node->kind != tra::Kind::join) continue;
    for (auto name : plan_names) {
      if (name == step.strategy) continue;
      plan::Alternative alternative{
          "R" + std::to_string(step.output) + " " + node->name + " by " + std::string(name),
          {},
          ""};
      node->pinned_plan = std::string(name);
      try {
        alternative.bytes = TreePlanner(roots, taken.num_sites).decide().bytes;
        const Bytes difference = alternative.bytes - taken.traffic().total();
        alternative.reason = difference.value > 0
                                 ? grouped(difference.value) + " bytes more"
                                 : (difference.value == 0 ? "same bytes" : "less balanced work");
        all.push_back(std::move(alternative));
      } catch (const UnsupportedPlan&) {
        // This join has no such plan: nothing to compare with.
      }
      node->pinned_plan.clear();
    }
  }
  return all;
}

}  // namespace relatile::planner
