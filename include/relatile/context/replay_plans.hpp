// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/context/backend_functions.hpp"
#include "relatile/context/other_ways.hpp"
#include "relatile/context/prepared.hpp"
#include "relatile/core/buffer_pool.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/units.hpp"
#include "relatile/cost/count.hpp"
#include "relatile/cost/work.hpp"
#include "relatile/plan/check.hpp"
#include "relatile/plan/text/load.hpp"
#include "relatile/schedule/peak_memory.hpp"
#include "relatile/strategy/classify.hpp"
#include "relatile/tra/graph.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/together.hpp"

namespace relatile::detail {

/// The one plan that computed all of these nodes.
RELATILE_INLINE const plan::Plan& plan_that_ran(const std::vector<tra::NodePtr>& nodes) {
  const std::shared_ptr<const void>& report = nodes.front()->value->report;
  for (const auto& node : nodes) {
    if (report && node->evaluated() && node->value->report == report) continue;
    throw Error(
        "relatile: save_plan: no one plan computed all of these values; save the plan "
        "before they are evaluated");
  }
  return static_cast<const engine::Report*>(report.get())->plan;
}

RELATILE_INLINE std::string saved_plan_text(const std::vector<tra::NodePtr>& wanted,
                                            const transport::Transport& transport,
                                            const planner::PlanOptions& options,
                                            const planner::PlanHistory& history) {
  // Whoever follows the plan has to come to the same graph, without this history.
  const Prepared prepared = prepare(wanted, transport, options, planner::PlanHistory());
  if (prepared.roots.empty()) return plan::save(plan_that_ran(wanted));
  return plan::save(plan_of(prepared, transport, options, history));
}

/// Throws PlanMismatch with the first difference between the program that a plan was saved for
/// and this one.
RELATILE_INLINE void require_same_program(const plan::SavedPlan& saved,
                                          const std::vector<tra::NodePtr>& graph,
                                          const std::vector<int>& results, int num_sites,
                                          const std::string& path) {
  const std::string here = "relatile: " + path + " holds a plan ";
  if (saved.plan.num_sites != num_sites) {
    throw PlanMismatch(here + "for " + std::to_string(saved.plan.num_sites) +
                       " sites; this context has " + std::to_string(num_sites));
  }
  const std::vector<plan::NodeMark> marks = plan::marks_of(graph);
  for (std::size_t n = 0; n < std::min(marks.size(), saved.marks.size()); ++n) {
    if (marks[n].hash == saved.marks[n].hash) continue;
    const bool alike = marks[n].text == saved.marks[n].text;
    throw PlanMismatch(here + "of another program: its operator " + std::to_string(n) + " is '" +
                       saved.marks[n].text + "', here it is " +
                       (alike ? "one that reads other operands, reads them otherwise or is "
                                "pinned otherwise"
                              : "'" + marks[n].text + "'"));
  }
  if (marks.size() != saved.marks.size()) {
    throw PlanMismatch(here + "of another program, of " + std::to_string(saved.marks.size()) +
                       " operators; this one has " + std::to_string(marks.size()));
  }
  std::vector<int> kept;
  for (const auto& result : saved.plan.results) kept.push_back(result.first);
  if (kept != results) {
    throw PlanMismatch(here +
                       "that keeps other values than this program: it was saved where "
                       "other arrays were wanted or in use");
  }
}

/// Fills in what follows from the rest of a plan.
RELATILE_INLINE void complete(plan::Plan& plan, std::int64_t message_limit) {
  for (auto& step : plan.steps) {
    const tra::Node& node = *nth(plan.nodes, step.node);
    if (step.kind == plan::StepKind::exchange) {
      step.predict(cost::count(step.exchange, node.type, plan.num_sites, message_limit), node.type);
    }
    if (step.kind == plan::StepKind::local) {
      step.flops = cost::flops_of_sites(node, step.iteration, plan.num_sites);
    }
  }
}

/// Throws UnsupportedPlan where an exchange is not of the pattern that it says it is.
RELATILE_INLINE void require_patterns(const plan::Plan& plan) {
  for (const auto& step : plan.steps) {
    if (step.kind != plan::StepKind::exchange) continue;
    plan::Exchange again;
    again.reduces = step.exchange.reduces;
    again.transfers = step.exchange.transfers;
    strategy::classify(again, nth(plan.values, step.inputs[0]).placement,
                       plan::output_of(plan, step).placement);
    if (step.ahead > 1) strategy::make_messages(again);
    if (again.pattern == step.exchange.pattern && again.groups == step.exchange.groups) continue;
    throw UnsupportedPlan("relatile: this plan can't be run: " + plan::value_name(step.output) +
                          ": its exchange is no " + plan::name_of(step.exchange.pattern));
  }
}

inline bool is_program_of(const plan::SavedPlan& saved, const Prepared& prepared) {
  const auto marks = plan::marks_of(tra::topological_order(prepared.roots));
  return std::equal(marks.begin(), marks.end(), saved.marks.begin(), saved.marks.end(),
                    [](const auto& a, const auto& b) { return a.hash == b.hash; });
}

/// The program with all operators taken by their other way that have one, for which somebody may
/// have to look at data. Collective.
RELATILE_INLINE Prepared prepared_by_all_other_ways(const AskedFor& asked, int num_sites,
                                                    const planner::PlanOptions& options) {
  std::vector<tra::NodePtr> others;
  for (const auto& node : asked.order) {
    tra::OtherWay* const way = tra::other_way(*node);
    if (way && way->may_look()) {
      transport::together(transport::current(), [&] { way->prepare_look(); });
      way->look();
    }
    if (way && way->number() != 0) others.push_back(node);
  }
  return prepared_by(asked, others, num_sites, options, planner::PlanHistory());
}

/// A plan that was saved, for the program that was prepared.
RELATILE_INLINE plan::Plan replayed(plan::SavedPlan saved, const std::string& path,
                                    const Prepared& prepared,
                                    const transport::Transport& transport) {
  const std::vector<tra::NodePtr> graph = tra::topological_order(prepared.roots);
  require_same_program(saved, graph, positions_of(prepared.results, graph), transport.num_sites(),
                       path);
  saved.plan.nodes = graph;
  plan::PlanCheck(saved.plan).run();
  require_patterns(saved.plan);
  complete(saved.plan, transport.message_limit());
  if (plan::fingerprint(saved.plan) != saved.fingerprint) {
    throw ParseError("relatile: " + path + " is damaged: its plan is not the one that was saved");
  }
  return std::move(saved.plan);
}

/// Holds a saved plan to a cap on memory: it is followed as it is, or not at all.
RELATILE_INLINE void hold_to_cap(plan::Plan& plan, std::int64_t cap, const std::string& path) {
  if (cap == 0) return;
  const std::int64_t needed = schedule::plan_peak(plan).peak.total();
  plan.peak_memory = Bytes{needed};
  if (needed <= cap) {
    buffer_pool().trim();  // a cap is on all that the process holds
    return;
  }
  throw OutOfMemory("relatile: " + path + " holds a plan that takes " + grouped(needed) +
                        " bytes of a rank's memory, and memory_per_rank is " + grouped(cap) +
                        "; raise it, or have the program planned within it, without a saved plan",
                    needed - cap, needed);
}

RELATILE_INLINE void evaluate_by_saved_plan(const std::vector<tra::NodePtr>& wanted,
                                            transport::Transport& transport,
                                            const planner::PlanOptions& options,
                                            const std::string& path) {
  const transport::Operation operation("evaluate by a saved plan", path, line_of(wanted));
  AskedFor asked;
  transport::Outcome outcome = transport::attempt([&] { asked = asked_for(wanted, transport); });
  if (!outcome.exception && asked.roots.empty()) return;
  transport::agree(transport, outcome);
  const auto file = transport.open_file(path);
  const std::string text = file->read_prefix(file->size());
  plan::SavedPlan saved;
  Prepared prepared;
  const int num_sites = transport.num_sites();
  outcome = transport::attempt([&] {
    saved = plan::load(text, path);
    prepared = prepared_by(asked, {}, num_sites, options, planner::PlanHistory());
  });
  transport::agree(transport, outcome);
  if (saved.plan.num_sites == num_sites && !is_program_of(saved, prepared)) {
    Prepared other = prepared_by_all_other_ways(asked, num_sites, options);
    if (is_program_of(saved, other)) prepared = std::move(other);
  }
  run_prepared(prepared, wanted, outcome, transport, [&] {
    const std::vector<tra::NodePtr> graph = tra::topological_order(prepared.roots);
    plan::Plan plan = replayed(std::move(saved), path, prepared, transport);
    plan.hosts = options.hosts;
    hold_to_cap(plan, options.memory_per_rank, path);
    return engine::Planned{std::move(plan), key_of(prepared, transport, graph).values};
  });
}

}  // namespace relatile::detail
