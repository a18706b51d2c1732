// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// The one file of paper_tables that knows planners.

#include "measure.hpp"

#include <algorithm>
#include <cctype>
#include <relatile/cost/forecast.hpp>
#include <relatile/cost/time.hpp>
#include <relatile/papers.hpp>
#include <relatile/papers/tra21/objective.hpp>
#include <relatile/planner/emit.hpp>
#include <relatile/planner/search/contraction_orders.hpp>
#include <relatile/planner/search/greedy.hpp>
#include <relatile/planner/search/nearest.hpp>
#include <relatile/planner/search/planners.hpp>
#include <relatile/planner/space/objectives.hpp>
#include <relatile/planner/space/time_objective.hpp>
#include <relatile/program/parse.hpp>
#include <relatile/program/to_graph.hpp>
#include <relatile/rules/fuse_maps.hpp>
#include <set>

#if defined(RELATILE_HAS_SIMULATION)
#include "simulation/simulate.hpp"
#endif

namespace paper {

namespace {

namespace rt = relatile;
using rt::planner::Assignment;
using rt::planner::PartitionVector;
using rt::planner::Problem;

std::string without_number(std::string name) {
  while (!name.empty() && std::isdigit(static_cast<unsigned char>(name.back()))) name.pop_back();
  return name;
}

class PinnedPlan {
 public:
  PinnedPlan(const Problem& problem, const Strategy& strategy)
      : problem_(problem), strategy_(strategy) {}

  Assignment assignment() {
    const auto decided = rt::planner::decide_in_order(
        problem_, rt::planner::PartialAssignment(problem_), [&](int n) { return preferred(n); });
    for (const Pin& pin : strategy_.pins) {
      if (!used_.count(&pin)) fail(pin, "no statement has this name");
    }
    return rt::planner::complete(problem_, decided, strategy_.name);
  }

 private:
  const rt::tra::Node& node(int n) const { return *problem_.member(n).node; }

  const Pin* pin_of(int n) const {
    const Pin* of_every_layer = nullptr;
    for (const Pin& pin : strategy_.pins) {
      if (pin.statement == node(n).title) return &pin;
      if (pin.statement == without_number(node(n).title)) of_every_layer = &pin;
    }
    return of_every_layer;
  }

  std::vector<int> preferred(int n) {
    const Pin* pin = pin_of(n);
    if (!pin) return rt::planner::all_candidates(problem_, n);
    used_.insert(pin);
    const auto& labels = node(n).label_names;
    PartitionVector wanted;
    for (const auto& label : labels) {
      const auto parts = pin->parts.find(label);
      wanted.push_back(parts == pin->parts.end() ? 1 : parts->second);
    }
    for (const auto& [label, parts] : pin->parts) {
      if (std::find(labels.begin(), labels.end(), label) == labels.end()) {
        fail(*pin, "it has no label " + label);
      }
    }
    auto nearest = rt::planner::nearest_candidates(problem_, n, wanted);
    const auto& found = problem_.candidate(n, nearest.front()).layout;
    if (rt::planner::parts_of(found, node(n).labels) != wanted) {
      fail(*pin, "this partition is not in the space");
    }
    if (!pin->stored.empty()) std::erase_if(nearest, [&](int c) { return !is_stored(n, c, *pin); });
    if (nearest.empty()) fail(*pin, "its result can't be stored so");
    return nearest;
  }

  bool is_stored(int n, int c, const Pin& pin) const {
    const auto rank = node(n).type.rank();
    return rt::planner::parts_of(problem_.stored_by(n, c), rank) == pin.stored;
  }

  [[noreturn]] void fail(const Pin& pin, const std::string& why) const {
    throw rt::Error("paper_tables: " + strategy_.name + ", " + pin.statement + ": " + why);
  }

  const Problem& problem_;
  const Strategy& strategy_;
  std::set<const Pin*> used_;
};

}  // namespace

Outcome measure(const std::string& program, const Strategy& strategy,
                const rt::cost::Machine& machine) {
  rt::program::GraphOptions options;
  options.num_sites = machine.num_ranks();
  const auto graph = rt::program::to_graph(rt::program::parse(program), options);
  const rt::planner::TimeObjective seconds(machine);
  // As evaluate does it: einsums in pairs, maps fused with their readers.
  const auto pairs = rt::planner::expand_contractions(graph.outputs, options.num_sites, seconds);
  const auto fused = rt::rules::fuse_maps(pairs.roots);
  std::vector<rt::tra::NodePtr> roots;
  for (const auto& root : pairs.roots) roots.push_back(fused.at(root.get()));
  const Problem problem(roots, options.num_sites, seconds);
  const Assignment assignment = strategy.planner.empty()
                                    ? PinnedPlan(problem, strategy).assignment()
                                    : rt::planner::plan_by_name(strategy.planner, problem);
  const rt::plan::Plan plan =
      rt::planner::Emitter(problem, assignment, rt::plan::default_message_limit).emit(roots);

  Outcome outcome;
  outcome.model = rt::cost::seconds_of(machine, plan).value;
  outcome.bytes = plan.traffic().total().value;
  outcome.peak = rt::cost::forecast_memory(plan).peak.value;
  outcome.tra_floats = Problem(problem, rt::papers::TraFloatsObjective()).price(assignment).cost;
#if defined(RELATILE_HAS_SIMULATION)
  outcome.simulated = rt::simulation::simulate(plan, machine).seconds;
#endif
  return outcome;
}

}  // namespace paper
