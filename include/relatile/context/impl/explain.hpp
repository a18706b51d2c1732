// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/context/explain.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "relatile/context/backend.hpp"
#include "relatile/context/context.hpp"
#include "relatile/context/prepared.hpp"
#include "relatile/engine/report.hpp"
#include "relatile/planner/plan_for.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

inline const engine::Report* stored_report(const tra::Node& node) {
  return node.evaluated() ? static_cast<const engine::Report*>(node.value->report.get()) : nullptr;
}

/// What a value was planned by, which the context may have been told to do otherwise since.
inline const planner::PlanOptions& options_of(const engine::Report& report) {
  const auto* const options = static_cast<const planner::PlanOptions*>(report.options.get());
  return options ? *options : Context::current().plan_options();
}

inline std::string explain_value(const tra::NodePtr& node, plan::Format format) {
  // What a rank does is a matter of its own number, which another context counts otherwise.
  if (format == plan::Format::site_program) require_at_home({node}, transport::current());
  const engine::Report* const report = stored_report(*node);
  if (!report) return explain_stored(*node, format);
  return explain_run(*report, options_of(*report), format);
}

inline std::vector<tra::NodePtr> not_evaluated(const std::vector<tra::NodePtr>& nodes) {
  std::vector<tra::NodePtr> found;
  std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(found),
               [](const tra::NodePtr& node) { return !node->evaluated(); });
  return found;
}

RELATILE_INLINE std::string explain_nodes(const std::vector<tra::NodePtr>& nodes,
                                          plan::Format format) {
  const std::vector<tra::NodePtr> planned = not_evaluated(nodes);
  if (!planned.empty()) {
    const Context& context = Context::current();
    return explain_planned(planned, transport::current(), context.plan_options(),
                           context.plan_history(), format);
  }
  std::string text;
  std::set<const engine::Report*> told;
  for (const auto& node : nodes) {
    const engine::Report* const report = stored_report(*node);
    if (report && !told.insert(report).second) continue;
    text += explain_value(node, format);
  }
  return text;
}

RELATILE_INLINE std::string explain_otherwise(const std::vector<tra::NodePtr>& nodes,
                                              const EvaluateOptions& told, plan::Format format) {
  if (told.saved_plan) {
    throw Error(
        "relatile: explain: a saved plan is not told before it is followed; evaluate(x, "
        "{.saved_plan = ...}), then explain(x)");
  }
  const std::vector<tra::NodePtr> planned = not_evaluated(nodes);
  if (planned.empty()) {
    const tra::Node& node = *nodes.front();
    throw Error("relatile: explain: " + tra::description(node) + " of shape " +
                to_string(node.type.extents) +
                " has its value, and no plan is made for it; options are told to explain before x "
                "is evaluated, and explain(x) says what was done");
  }
  const planner::PlanOptions options = plan_options_with(told);
  planner::require_options(options);
  return explain_planned(planned, transport::current(), options, Context::current().plan_history(),
                         format);
}

RELATILE_INLINE std::string analyze_node(const tra::NodePtr& node) {
  const transport::Operation operation("explain_analyze");
  Session::current().evaluate({node});
  const engine::Report* const report = stored_report(*node);
  if (!report) return explain_stored(*node, in_full);
  return analyze_run(*report, options_of(*report));
}

RELATILE_INLINE const engine::Report& report_of(const tra::Node& node) {
  const engine::Report* const report = stored_report(node);
  if (report) return *report;
  throw Error("relatile: report: this value was not computed by a plan; evaluate it first");
}

}  // namespace relatile::detail
