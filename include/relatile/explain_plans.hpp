// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "relatile/backend_functions.hpp"
#include "relatile/core/untold_errors.hpp"
#include "relatile/cost/forecast.hpp"
#include "relatile/plan/analysis.hpp"
#include "relatile/plan/write.hpp"
#include "relatile/planner/plan_for.hpp"
#include "relatile/prepared.hpp"

namespace relatile::detail {

RELATILE_INLINE std::string written(const plan::Plan& plan, const plan::Measured* measured,
                                    const planner::PlanOptions& options, plan::Format format) {
  const plan::Forecast predicted = cost::forecast(plan, options.machine);
  std::ostringstream out;
  plan::write(out, plan, {&predicted, measured}, format);
  return out.str();
}

/// The plan of a report, with what its planner rejected.
RELATILE_INLINE plan::Plan with_alternatives(const engine::Report& report,
                                             const planner::PlanOptions& options) {
  plan::Plan plan = report.plan;
  std::vector<tra::NodePtr> roots;
  for (const auto& result : plan.results) {
    roots.push_back(plan.nodes[static_cast<std::size_t>(result.first)]);
  }
  plan.alternatives = planner::alternatives(roots, plan, options);
  return plan;
}

RELATILE_INLINE std::string explain_planned(const std::vector<tra::NodePtr>& wanted,
                                            const transport::Transport& transport,
                                            const planner::PlanOptions& options,
                                            plan::Format format) {
  const UntoldErrors::Told asked_by_one_site;
  const Prepared prepared = prepare(wanted, transport, options);
  plan::Plan plan = plan_of(prepared, transport, options);
  plan.alternatives = planner::alternatives(prepared.roots, plan, options);
  return written(plan, nullptr, options, format);
}

RELATILE_INLINE std::string explain_run(const engine::Report& report,
                                        const planner::PlanOptions& options, plan::Format format) {
  return written(with_alternatives(report, options), &report.measured, options, format);
}

RELATILE_INLINE std::string explain_stored(const tra::Node& node, plan::Format format) {
  plan::Plan plan;
  plan.num_sites = static_cast<int>(node.value->held.size());
  plan.nodes = engine::without_data({std::make_shared<tra::Node>(node)});
  plan.values.push_back({0, {node.value->held, node.value->placement}, false});
  plan::Step step;
  step.kind = plan::StepKind::stored;
  step.node = 0;
  step.output = 0;
  plan.steps.push_back(std::move(step));
  plan.results = {{0, 0}};
  const bool for_people = format == plan::Format::table || format == plan::Format::text;
  if (!for_people) return written(plan, nullptr, {}, format);
  return "stored " + node.name + " " + to_string(node.type.extents) + ": " + node.value->placement +
         "\n";
}

RELATILE_INLINE std::string analyze_run(const engine::Report& report,
                                        const planner::PlanOptions& options) {
  const plan::Plan plan = with_alternatives(report, options);
  const plan::Forecast predicted = cost::forecast(plan, options.machine);
  std::ostringstream out;
  plan::print(out, plan, {&predicted, nullptr});
  plan::print_analysis(out, plan, {&predicted, &report.measured});
  return out.str();
}

}  // namespace relatile::detail
