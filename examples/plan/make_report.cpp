// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// The one place of the tool that knows planners.

#include "make_report.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <relatile/context/context.hpp>
#include <relatile/cost/forecast.hpp>
#include <relatile/machine/machine_file.hpp>
#include <relatile/papers.hpp>
#include <relatile/planner/emit.hpp>
#include <relatile/planner/memory_cap.hpp>
#include <relatile/planner/outline_cost.hpp>
#include <relatile/planner/search/by_rule/plan_along.hpp>
#include <relatile/planner/search/contraction_orders.hpp>
#include <relatile/planner/search/nearest.hpp>
#include <relatile/planner/search/planners.hpp>
#include <relatile/planner/space/objectives.hpp>
#include <relatile/rules/fuse_maps.hpp>
#include <relatile/tra/graph.hpp>
#include <utility>

#if defined(RELATILE_HAS_SIMULATION)
#include "simulation/simulate.hpp"
#endif

namespace rt = relatile;
using rt::planner::Assignment;
using rt::planner::Problem;

namespace {

/// Those that the request names; "all" are all but the exhaustive one, which may take for ever.
std::vector<rt::planner::Planner> planners_of(const Request& request) {
  std::vector<rt::planner::Planner> chosen;
  for (const auto& name : request.planners) {
    bool found = false;
    for (const auto& planner : rt::planner::planners()) {
      if (name != planner.name && !(name == "all" && planner.name != "exhaustive")) continue;
      chosen.push_back(planner);
      found = true;
    }
    if (!found && !rt::planner::labels_in(name).empty()) {
      chosen.push_back(rt::planner::planner_named(name));
      found = true;
    }
    if (!found) {
      throw UsageError("--planner: there is no planner called '" + name + "'; there are " +
                       rt::planner::all_planner_names());
    }
  }
  return chosen;
}

rt::cost::Machine machine_of(const Request& request) {
  rt::cost::Machine machine;
  if (request.machine) {
    const auto context = rt::Context::loopback(1);  // which files are read through
    machine = rt::load_machine(*request.machine);
  }
  machine.nodes = request.nodes;
  machine.ranks_per_node = (request.sites + request.nodes - 1) / request.nodes;
  return machine;
}

// ---- From a plan to a report
// ----------------------------------------------------------------------

/// Adds up what the steps of a plan do for each statement. Nodes say which line they come from, and
/// there is one statement a line.
class Statements {
 public:
  Statements(const rt::program::Graph& graph, const Problem& problem, const Assignment& assignment)
      : problem_(problem), choice_(assignment) {
    for (const auto& [name, nodes] : graph.nodes) lines_[nodes.back()->where] = name;
    for (const auto& node : rt::tra::topological_order(graph.outputs)) {
      report_of(*node).placement = "made where it is read";  // unless a node of its own is
    }
    for (int n = 0; n < problem.size(); ++n) describe(n);
  }

  /// The steps of a plan that is written out: bytes per site are exact.
  void add(const rt::plan::Plan& plan) {
    const auto served = served_nodes(plan.steps, plan.values.size());
    std::map<NodeReport*, rt::plan::Traffic> traffic;
    for (std::size_t s = 0; s < plan.steps.size(); ++s) {
      const rt::plan::Step& step = plan.steps[s];
      NodeReport& report = report_of(served[s]);
      for (const auto flops : *step.flops) report.flops += flops.value;
      if (step.kind != rt::plan::StepKind::exchange) continue;
      const rt::plan::Traffic none(plan.num_sites);
      traffic.try_emplace(&report, none).first->second += *step.traffic;
    }
    for (const auto& [report, sum] : traffic) {
      report->bytes = sum.total().value;
      report->max_bytes_per_site = sum.most_loaded().value;
    }
  }
  /// The same of one that is not: the busiest sites of several moves count as one.
  void add(const rt::planner::Outline& outline,
           const std::vector<rt::planner::OutlineCost>& costs) {
    const auto served = served_nodes(outline.steps, outline.values.size());
    for (std::size_t s = 0; s < costs.size(); ++s) {
      NodeReport& report = report_of(served[s]);
      report.flops += costs[s].flops;
      report.bytes += costs[s].bytes;
      report.max_bytes_per_site += costs[s].busiest;
    }
  }

  /// In the order in which the program has them.
  std::vector<NodeReport> reports() {
    std::vector<NodeReport> reports;
    for (auto& [line, report] : reports_) reports.push_back(std::move(report));
    return reports;
  }

 private:
  NodeReport& report_of(const rt::tra::Node& node) {
    const int line = std::stoi(node.where.substr(node.where.rfind(':') + 1));
    auto [report, is_new] = reports_.try_emplace(line);
    if (is_new) report->second.name = lines_.at(node.where);
    return report->second;
  }
  NodeReport& report_of(int n) { return report_of(*problem_.member(n).node); }

  /// Where a node's value is, and how it is cut. The last node of a statement has its value.
  void describe(int n) {
    const rt::tra::Node& node = *problem_.member(n).node;
    NodeReport& report = report_of(node);
    const int option = choice_.option[static_cast<std::size_t>(problem_.member(n).supplier)];
    report.placement = problem_.stored(n, option).text;
    if (const auto* copy = problem_.second(n, option)) report.placement += " and " + copy->text;
    report.partition.clear();
    const bool computed = problem_.member(n).role == rt::planner::Role::computed;
    const auto c = choice_.candidate[static_cast<std::size_t>(n)];
    const auto parts = computed
                           ? rt::planner::parts_of(problem_.candidate(n, c).layout, node.labels)
                           : rt::planner::parts_of(problem_.stored(n, option), node.type.rank());
    for (std::size_t l = 0; l < parts.size(); ++l) {
      report.partition.emplace_back(node.label_names[l], parts[l]);
    }
  }

  /// Per step, the node that it is there for: a move is for who first reads what it brings.
  template <class Step>
  static std::vector<int> served_nodes(const std::vector<Step>& steps, std::size_t num_values) {
    std::vector<int> reader(num_values, -1);
    std::vector<int> served(steps.size());
    for (std::size_t s = steps.size(); s-- > 0;) {
      const Step& step = steps[s];
      const int first_reader = reader[static_cast<std::size_t>(step.output)];
      const bool moves = step.kind == rt::plan::StepKind::exchange && !reduces(step);
      served[s] = moves && first_reader >= 0 ? first_reader : step.node;
      for (int input : step.inputs) reader[static_cast<std::size_t>(input)] = served[s];
    }
    return served;
  }
  static bool reduces(const rt::plan::Step& step) { return step.exchange.reduces; }
  static bool reduces(const rt::planner::OutlineStep& step) { return step.reduces; }

  const Problem& problem_;
  const Assignment& choice_;
  std::map<std::string, std::string> lines_;  ///< statement by "file:line"
  std::map<int, NodeReport> reports_;         ///< by line
};

#if defined(RELATILE_HAS_SIMULATION)
Simulated simulated(const rt::plan::Plan& plan, const rt::cost::Machine& machine) {
  const rt::simulation::Report report = rt::simulation::simulate(plan, machine);
  return {report.seconds, report.carried.value, report.mean_utilisation(),
          report.most_peak_bytes()};
}
#else
Simulated simulated(const rt::plan::Plan&, const rt::cost::Machine&) {
  throw UsageError("--simulate: this program was built without SimGrid");
}
#endif

using Clock = std::chrono::steady_clock;

/// Plans of more parts are not written out: exchanges list what every site sends every other.
constexpr double most_parts_written_out = 5e7;

bool is_written_out(const Problem& problem, const Request& request) {
  const double sites = request.sites;
  return request.simulate || request.memory_per_site > 0 ||
         problem.size() * sites * sites <= most_parts_written_out;
}

/// What the planner chooses, within the memory that the request allows.
struct Planned {
  Assignment assignment;
  std::optional<rt::plan::Plan> plan;  ///< written out, where it must keep within that memory
};

Planned planned(const rt::planner::Planner& planner, const Problem& problem,
                const std::vector<rt::tra::NodePtr>& roots, const Request& request) {
  if (request.memory_per_site <= 0) return {planner.plan(problem), {}};
  auto fitted =
      rt::planner::plan_within_memory(problem, planner.plan(problem), planner.plan, roots,
                                      rt::plan::default_message_limit, request.memory_per_site);
  return {std::move(fitted.assignment), std::move(fitted.plan)};
}

void describe_plan(const rt::program::Graph& graph, const Problem& problem, Planned planned,
                   const std::vector<rt::tra::NodePtr>& roots, const Request& request,
                   const rt::cost::Machine& machine, PlannerReport& report) {
  Statements statements(graph, problem, planned.assignment);
  if (is_written_out(problem, request)) {
    if (!planned.plan) {
      constexpr auto limit = rt::plan::default_message_limit;
      planned.plan = rt::planner::Emitter(problem, planned.assignment, limit).emit(roots);
    }
    const rt::plan::Plan& plan = *planned.plan;
    report.peak_memory_per_site = rt::cost::forecast_memory(plan).peak.value;
    statements.add(plan);
    if (request.simulate) report.simulated = simulated(plan, machine);
  } else {
    const auto outline = rt::planner::Outliner(problem, planned.assignment).outline(roots);
    const auto costs = rt::planner::outline_costs(problem, outline);
    report.written_out = false;
    report.peak_memory_per_site = rt::planner::outline_peak(problem, outline, costs);
    statements.add(outline, costs);
  }
  report.nodes = statements.reports();
}

}  // namespace

std::string all_planner_names() { return rt::planner::all_planner_names(); }

std::string all_objective_names() {
  std::string names;
  for (const auto& objective : rt::planner::objectives()) {
    names += (names.empty() ? "" : ", ") + std::string(objective.name);
  }
  return names;
}

PlanReport make_report(const rt::program::Graph& graph, const Request& request) {
  const auto planners = planners_of(request);
  const rt::cost::Machine machine = machine_of(request);
  const auto objective = rt::planner::objective_named(request.objective, machine);
  PlanReport report{request.objective, request.sites, {}};
  for (const auto& planner : planners) {
    const auto start = Clock::now();
    // As evaluate does it: einsums in pairs, maps fused with their readers.
    const auto pairs = rt::planner::expand_contractions(graph.outputs, request.sites, *objective);
    const auto fused = rt::rules::fuse_maps(pairs.roots);
    std::vector<rt::tra::NodePtr> roots;
    for (const auto& root : pairs.roots) roots.push_back(fused.at(root.get()));
    const Problem problem(roots, request.sites, *objective);
    Planned chosen = planned(planner, problem, roots, request);
    const std::chrono::duration<double> seconds = Clock::now() - start;
    PlannerReport made;
    made.name = planner.name;
    made.total = chosen.assignment.price.cost;
    made.optimal = chosen.assignment.optimal && pairs.exact;
    made.planning_seconds = seconds.count();
    describe_plan(graph, problem, std::move(chosen), roots, request, machine, made);
    report.planners.push_back(std::move(made));
  }
  return report;
}
