// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "relatile/cost/count.hpp"
#include "relatile/cost/mover.hpp"
#include "relatile/cost/work.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/problem.hpp"
#include "relatile/strategy/redistribute.hpp"
#include "relatile/strategy/reduce.hpp"

namespace relatile::planner {

/// Writes a choice down as a plan: exchanges where a placement does not fit, local operators, and
/// reductions of what they leave partial.
class Emitter {
 public:
  Emitter(const Problem& problem, const Choice& choice, std::int64_t message_limit)
      : problem_(problem), choice_(choice), message_limit_(message_limit) {
    plan_.num_sites = problem.num_sites();
    for (int n = 0; n < problem.size(); ++n) plan_.nodes.push_back(problem.member(n).node);
    plan_.optimal = choice.optimal;
    plan_.planner = choice.planner;
    plan_.objective = problem.objective().name();
    plan_.price = choice.price.cost;
    plan_.lower_bound = choice.lower_bound;
  }

  plan::Plan emit(const std::vector<tra::NodePtr>& results) {
    copies_of_.resize(static_cast<std::size_t>(problem_.size()));
    for (int n = 0; n < problem_.size(); ++n) {
      copies_of_[static_cast<std::size_t>(n)].push_back(emit_node(n));
      emit_copy(n);
    }
    for (const auto& result : results) {
      const int n = problem_.index_of(*result);
      plan_.results.emplace_back(n, value_of(n));
    }
    return std::move(plan_);
  }

 private:
  int value_of(int n) const { return copies_of_[static_cast<std::size_t>(n)].front(); }
  int option_of(int n) const {
    return choice_.option[static_cast<std::size_t>(problem_.member(n).supplier)];
  }

  int add_value(int n, placement::Placement placement, bool partial) {
    plan_.values.push_back({n, std::move(placement), partial});
    return static_cast<int>(plan_.values.size()) - 1;
  }

  int emit_node(int n) {
    const tra::Node& node = *problem_.member(n).node;
    switch (problem_.member(n).role) {
      case Role::stored:
      case Role::free:
      case Role::anywhere: return emit_stored(n, problem_.stored(n, option_of(n)).boxes());
      case Role::moved:
        return moved(operand_values(n, 0), {node.pinned_placement, node.pinned_text});
      case Role::renamed:
        return is_key_map(node) ? emit_key_map(n) : value_of(problem_.operand(n, 0));
      case Role::computed: break;
    }
    const int value = emit_local(n);
    if (node.pinned_placement.empty()) return value;
    return moved({value}, {node.pinned_placement, node.pinned_text});
  }

  /// The second copy that readers are to find.
  void emit_copy(int n) {
    if (problem_.member(n).supplier != n) return;
    const placement::Spread* copy = problem_.second(n, option_of(n));
    if (!copy) return;
    auto& values = copies_of_[static_cast<std::size_t>(n)];
    const int made = moved(values, copy->boxes());
    if (made != values.front()) values.push_back(made);
  }

  int emit_stored(int n, placement::Placement placement) {
    plan::Step step;
    step.kind = plan::StepKind::stored;
    step.node = n;
    step.output = add_value(n, std::move(placement), false);
    plan_.steps.push_back(std::move(step));
    return plan_.steps.back().output;
  }

  int emit_key_map(int n) {
    const int input = value_of(problem_.operand(n, 0));
    plan::Step step;
    step.node = n;
    step.inputs = {input};
    step.output =
        add_value(n,
                  mapped_placement(*problem_.member(n).node,
                                   plan_.values[static_cast<std::size_t>(input)].placement),
                  false);
    step.flops.resize(static_cast<std::size_t>(plan_.num_sites));
    plan_.steps.push_back(std::move(step));
    return plan_.steps.back().output;
  }

  int emit_local(int n) {
    const tra::Node& node = *problem_.member(n).node;
    const int c = choice_.candidate[static_cast<std::size_t>(n)];
    const Candidate& candidate = problem_.candidate(n, c);
    plan::Step step;
    step.node = n;
    for (int slot = 0; slot < problem_.num_slots(n); ++slot) {
      step.inputs.push_back(moved(operand_values(n, slot), problem_.need_of(n, slot, c).boxes()));
    }
    for (int site = 0; site < plan_.num_sites; ++site) {
      step.iteration.push_back(candidate.layout.box(site, node.labels));
      step.flops.push_back(cost::flops_on(node, step.iteration.back()));
    }
    step.layout = candidate.layout.text(node.label_names);
    step.strategy = plan_name(node, candidate.layout);
    const placement::Placement produced = candidate.produced.boxes();
    step.output = add_value(n, produced, candidate.partial);
    const int value = step.output;
    plan_.steps.push_back(std::move(step));
    if (!candidate.partial) return value;
    const placement::Placement target = problem_.stored_by(n, c).boxes();
    return add_exchange(value, target, strategy::reduce(produced, target));
  }

  /// The values in which an operand is there already.
  std::vector<int> operand_values(int n, int slot) const {
    return copies_of_[static_cast<std::size_t>(problem_.operand(n, slot))];
  }

  bool fits(int value, const placement::Placement& need) const {
    const auto& have = plan_.values[static_cast<std::size_t>(value)].placement;
    for (int site = 0; site < plan_.num_sites; ++site) {
      for (const auto& box : need.of(site)) {
        if (!have.holds(site, box)) return false;
      }
    }
    return true;
  }

  /// One of `values` (copies of one node) under a placement that fits `need`: itself if every site
  /// can read it in place, what an earlier exchange made, or a new exchange from the nearest.
  int moved(const std::vector<int>& values, const placement::Placement& need) {
    for (int value : values) {
      if (fits(value, need)) return value;
    }
    const int n = plan_.values[static_cast<std::size_t>(values.front())].node;
    if (problem_.member(n).role == Role::anywhere) return emit_stored(n, need);
    for (const auto& step : plan_.steps) {
      const bool move = step.kind == plan::StepKind::exchange && !step.exchange.reduces;
      if (!move || std::find(values.begin(), values.end(), step.inputs[0]) == values.end())
        continue;
      if (plan_.values[static_cast<std::size_t>(step.output)].placement == need) return step.output;
    }
    const cost::Mover mover(problem_.member(n).node->type);
    const auto bytes = [&](int value) {
      return mover.move(plan_.values[static_cast<std::size_t>(value)].placement, need).bytes;
    };
    const int nearest = *std::min_element(values.begin(), values.end(),
                                          [&](int a, int b) { return bytes(a) < bytes(b); });
    const auto& have = plan_.values[static_cast<std::size_t>(nearest)].placement;
    return add_exchange(nearest, need, strategy::redistribute(have, need));
  }

  int add_exchange(int value, const placement::Placement& target, plan::Exchange exchange) {
    const int n = plan_.values[static_cast<std::size_t>(value)].node;
    plan::Step step;
    step.kind = plan::StepKind::exchange;
    step.node = n;
    step.inputs = {value};
    step.output = add_value(n, target, false);
    step.traffic =
        cost::count(exchange, problem_.member(n).node->type, plan_.num_sites, message_limit_);
    step.exchange = std::move(exchange);
    plan_.steps.push_back(std::move(step));
    return plan_.steps.back().output;
  }

  const Problem& problem_;
  const Choice& choice_;
  std::int64_t message_limit_;
  plan::Plan plan_;
  std::vector<std::vector<int>> copies_of_;  ///< per node: its value, and copies of it
};

}  // namespace relatile::planner
