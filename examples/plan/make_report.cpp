// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// The one place of the tool that knows planners.

#include "make_report.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <relatile/context.hpp>
#include <relatile/cost/forecast.hpp>
#include <relatile/machine_file.hpp>
#include <relatile/planner/contraction_orders.hpp>
#include <relatile/planner/emit.hpp>
#include <relatile/planner/memory_cap.hpp>
#include <relatile/planner/nearest.hpp>
#include <relatile/planner/objectives.hpp>
#include <relatile/planner/planners.hpp>
#include <relatile/rules/fuse_maps.hpp>
#include <relatile/tra/graph.hpp>
#include <utility>

#if defined(RELATILE_HAS_SIMULATION)
#include "simulation/simulate.hpp"
#endif

namespace rt = relatile;
using rt::planner::Choice;
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
  Statements(const rt::program::Graph& graph, const Problem& problem, const Choice& choice,
             const rt::plan::Plan& plan)
      : problem_(problem), choice_(choice), plan_(plan) {
    for (const auto& [name, nodes] : graph.nodes) lines_[nodes.back()->where] = name;
    for (const auto& node : rt::tra::topological_order(graph.outputs)) {
      entry_of(*node).report.placement = "made where it is read";  // unless a node of its own is
    }
    for (int n = 0; n < problem.size(); ++n) describe(n);
    for (std::size_t s = 0; s < plan.steps.size(); ++s) add(s);
  }

  /// In the order in which the program has them.
  std::vector<NodeReport> reports() {
    std::vector<NodeReport> reports;
    for (auto& [line, entry] : entries_) {
      entry.report.bytes = entry.traffic.total().value;
      entry.report.max_bytes_per_site = entry.traffic.most_loaded().value;
      reports.push_back(std::move(entry.report));
    }
    return reports;
  }

 private:
  struct Entry {
    NodeReport report;
    rt::plan::Traffic traffic;
  };

  Entry& entry_of(const rt::tra::Node& node) {
    const int line = std::stoi(node.where.substr(node.where.rfind(':') + 1));
    auto [entry, is_new] = entries_.try_emplace(line);
    if (is_new) {
      entry->second.report.name = lines_.at(node.where);
      entry->second.traffic = rt::plan::Traffic(plan_.num_sites);
    }
    return entry->second;
  }

  /// Where a node's value is, and how it is cut. The last node of a statement has its value.
  void describe(int n) {
    const rt::tra::Node& node = *problem_.member(n).node;
    NodeReport& report = entry_of(node).report;
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

  void add(std::size_t s) {
    const rt::plan::Step& step = plan_.steps[s];
    Entry& entry = entry_of(*plan_.nodes[static_cast<std::size_t>(served_by(s))]);
    for (const auto flops : step.flops) entry.report.flops += flops.value;
    if (step.kind == rt::plan::StepKind::exchange) entry.traffic += step.traffic;
  }

  /// The node that a step is there for: a move is for who first reads what it brings.
  int served_by(std::size_t s) const {
    const rt::plan::Step& step = plan_.steps[s];
    if (step.kind != rt::plan::StepKind::exchange || step.exchange.reduces) return step.node;
    for (std::size_t later = s + 1; later < plan_.steps.size(); ++later) {
      const auto& inputs = plan_.steps[later].inputs;
      if (std::find(inputs.begin(), inputs.end(), step.output) == inputs.end()) continue;
      return served_by(later);
    }
    return step.node;
  }

  const Problem& problem_;
  const Choice& choice_;
  const rt::plan::Plan& plan_;
  std::map<std::string, std::string> lines_;  ///< statement by "file:line"
  std::map<int, Entry> entries_;              ///< by line
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

/// What the planner chooses, within the memory that the request allows, and when it had chosen.
struct Planned {
  rt::planner::FittedPlan fitted;
  Clock::time_point at;
};

Planned planned(const rt::planner::Planner& planner, const Problem& problem,
                const std::vector<rt::tra::NodePtr>& roots, const Request& request) {
  constexpr auto limit = rt::plan::default_message_limit;
  if (request.memory_per_site > 0) {
    auto fitted = rt::planner::plan_within_memory(problem, planner.plan, roots, limit,
                                                  request.memory_per_site);
    return {std::move(fitted), Clock::now()};
  }
  Choice choice = planner.plan(problem);
  const auto at = Clock::now();
  rt::plan::Plan plan = rt::planner::Emitter(problem, choice, limit).emit(roots);
  return {{std::move(choice), std::move(plan)}, at};
}

}  // namespace

std::string all_planner_names() { return rt::planner::all_planner_names(); }

std::string all_objective_names() {
  std::string names;
  for (auto name : rt::planner::objective_names) {
    names += (names.empty() ? "" : ", ") + std::string(name);
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
    const auto [fitted, at] = planned(planner, problem, roots, request);
    const auto& [choice, plan] = fitted;
    const std::chrono::duration<double> seconds = at - start;
    PlannerReport made;
    made.name = planner.name;
    made.total = choice.price.cost;
    made.optimal = choice.optimal && pairs.exact;
    made.planning_seconds = seconds.count();
    made.peak_memory_per_site = rt::cost::forecast_memory(plan).peak.value;
    made.nodes = Statements(graph, problem, choice, plan).reports();
    if (request.simulate) made.simulated = simulated(plan, machine);
    report.planners.push_back(std::move(made));
  }
  return report;
}
