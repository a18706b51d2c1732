// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/context/backend_functions.hpp"
#include "relatile/context/prepared.hpp"
#include "relatile/core/disabled_names.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/untold_errors.hpp"
#include "relatile/cost/forecast.hpp"
#include "relatile/plan/text/analysis.hpp"
#include "relatile/plan/text/columns.hpp"
#include "relatile/plan/text/write.hpp"
#include "relatile/planner/alternatives.hpp"
#include "relatile/planner/memory_curve.hpp"
#include "relatile/planner/plan_for.hpp"
#include "relatile/rules/graph_rules.hpp"
#include "relatile/schedule/lower.hpp"
#include "relatile/schedule/write.hpp"
#include "relatile/transport/current.hpp"

namespace relatile::detail {

RELATILE_INLINE std::string written(const plan::Plan& plan, const plan::Measured* measured,
                                    const planner::PlanOptions& options, plan::Format format) {
  const plan::Forecast predicted = cost::forecast(plan, options.machine);
  std::ostringstream out;
  plan::write(out, plan, {&predicted, measured}, format);
  return out.str();
}

/// What the sites of this process do of a plan.
RELATILE_INLINE std::string site_programs_text(const plan::Plan& plan,
                                               const transport::Transport& transport) {
  std::ostringstream out;
  for (const int site : transport.local_sites()) {
    schedule::write(out, plan, schedule::lower(plan, site, transport.message_limit()));
  }
  return out.str();
}

/// What a plan was made for.
RELATILE_INLINE std::vector<tra::NodePtr> roots_of(const plan::Plan& plan) {
  std::vector<tra::NodePtr> roots;
  for (const auto& result : plan.results) {
    roots.push_back(nth(plan.nodes, result.first));
  }
  return roots;
}

/// The plan of a report, with what its planner rejected.
RELATILE_INLINE plan::Plan with_alternatives(const engine::Report& report,
                                             const planner::PlanOptions& options) {
  plan::Plan plan = report.plan;
  plan.alternatives = planner::alternatives(roots_of(plan), plan, options);
  return plan;
}

/// How the plan of a program came about. The program is planned anew, since passes are told of as
/// they run.
RELATILE_INLINE std::string passes_text(const std::vector<tra::NodePtr>& roots,
                                        const std::vector<tra::NodePtr>& results, int num_sites,
                                        const planner::PlanOptions& options,
                                        const std::vector<plan::AppliedRule>& applied) {
  std::ostringstream out;
  for (const auto& rule : rules::graph_rules()) {
    std::string text =
        std::string(rule.name) +
        (is_disabled(options.disabled_rules, rule.name) ? " (disabled)" : ", nothing");
    for (const auto& one : applied) {
      if (one.name == rule.name) text = plan::detail::rule_text(one);
    }
    out << "  rule  " << text << '\n';
  }
  plan::detail::Columns columns({{"pass", 16},
                                 {"steps", 8, true},
                                 {"moves", 9, true},
                                 {"predicted", 10, true},
                                 {"peak", 9, true},
                                 {"took", 9, true}});
  planner::plan_for(
      roots, results, num_sites, options, plan::default_message_limit,
      [&](std::string_view name, const plan::Plan& plan, double seconds) {
        const plan::Forecast forecast = cost::forecast(plan, options.machine);
        columns.add({std::string(name), std::to_string(plan.steps.size()),
                     plan::detail::bytes_text(plan.traffic().total()),
                     plan::detail::seconds_text(forecast.overlapped_seconds),
                     plan::detail::bytes_text(forecast.peak), plan::detail::seconds_text(seconds)});
      });
  for (const auto& name : options.disabled_passes) {
    columns.add({name + " (off)", "", "", "", "", ""});
  }
  columns.write(out);
  return out.str();
}

/// What the program would take with less and less memory.
RELATILE_INLINE std::string memory_curve_text(const std::vector<tra::NodePtr>& roots,
                                              const std::vector<tra::NodePtr>& results,
                                              const planner::PlanOptions& options, int num_sites,
                                              std::int64_t message_limit) {
  plan::detail::Columns columns(
      {{"memory", 24, true}, {"moves", 10, true}, {"predicted", 10, true}, {"plan", 30}});
  for (const planner::MemoryPoint& point :
       planner::memory_curve(roots, results, num_sites, options, message_limit)) {
    columns.add({grouped(point.peak.value) + " B", plan::detail::bytes_text(point.moved),
                 plan::detail::seconds_text(point.seconds), point.how});
  }
  std::ostringstream out;
  columns.write(out);
  return out.str();
}

RELATILE_INLINE std::string explain_planned(const std::vector<tra::NodePtr>& wanted,
                                            const transport::Transport& transport,
                                            const planner::PlanOptions& options,
                                            const planner::PlanHistory& history,
                                            plan::Format format) {
  const UntoldErrors::Told asked_by_one_site;
  const Prepared prepared = prepare(wanted, transport, options, history);
  if (format == plan::Format::passes) {
    return passes_text(prepared.roots, prepared.results, transport.num_sites(), options,
                       prepared.rules);
  }
  if (format == plan::Format::memory_curve) {
    return memory_curve_text(prepared.roots, prepared.results, options, transport.num_sites(),
                             transport.message_limit());
  }
  plan::Plan plan = plan_of(prepared, transport, options, history);
  if (format == plan::Format::site_program) return site_programs_text(plan, transport);
  plan.alternatives = planner::alternatives(prepared.roots, plan, options);
  return written(plan, nullptr, options, format);
}

RELATILE_INLINE std::string explain_run(const engine::Report& report,
                                        const planner::PlanOptions& options, plan::Format format) {
  if (format == plan::Format::passes) {
    const std::vector<tra::NodePtr> roots = roots_of(report.plan);
    return passes_text(roots, roots, report.plan.num_sites, options, report.plan.rules);
  }
  if (format == plan::Format::site_program) {
    return site_programs_text(report.plan, transport::current());
  }
  if (format == plan::Format::memory_curve) {
    const std::vector<tra::NodePtr> roots = roots_of(report.plan);
    return memory_curve_text(roots, roots, options, report.plan.num_sites,
                             plan::default_message_limit);
  }
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
  const bool for_people = format != plan::Format::json && format != plan::Format::dot;
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
