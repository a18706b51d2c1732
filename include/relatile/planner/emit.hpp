// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "relatile/cost/count.hpp"
#include "relatile/cost/work.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/tree_planner.hpp"
#include "relatile/strategy/redistribute.hpp"

namespace relatile::planner {

/// Writes decisions down as a plan: exchanges where a placement does not fit, local operators, and
/// reductions of what they leave partial.
class Emitter {
 public:
  Emitter(const Decisions& decisions, int num_sites, std::int64_t message_limit)
      : decisions_(decisions), message_limit_(message_limit) {
    plan_.num_sites = num_sites;
    plan_.nodes = decisions.nodes;
    plan_.optimal = decisions.optimal;
  }

  plan::Plan emit(const std::vector<tra::NodePtr>& results) {
    value_of_.assign(decisions_.nodes.size(), -1);
    for (std::size_t n = 0; n < decisions_.nodes.size(); ++n) value_of_[n] = emit_node(n);
    for (const auto& result : results) {
      const int n = decisions_.index.at(result.get());
      plan_.results.emplace_back(n, value_of_[static_cast<std::size_t>(n)]);
    }
    return std::move(plan_);
  }

 private:
  int add_value(std::size_t n, placement::Placement placement, bool partial) {
    plan_.values.push_back({static_cast<int>(n), std::move(placement), partial});
    return static_cast<int>(plan_.values.size()) - 1;
  }

  int emit_node(std::size_t n) {
    const tra::Node& node = *decisions_.nodes[n];
    const State& state = decisions_.states[n][static_cast<std::size_t>(decisions_.chosen[n])];
    if (node.evaluated()) {
      plan::Step step;
      step.kind = plan::StepKind::stored;
      step.node = static_cast<int>(n);
      step.output = add_value(n, state.stored, false);
      plan_.steps.push_back(std::move(step));
      return plan_.steps.back().output;
    }
    int value = 0;
    if (is_pass_through(node)) {
      value = input_value(node, 0);
    } else {
      value = state.candidate < 0 ? emit_key_map(n) : emit_local(n, state);
    }
    if (!node.pinned_placement.empty()) {
      value = moved(value, {node.pinned_placement, node.pinned_text});
    }
    return value;
  }

  int emit_key_map(std::size_t n) {
    const tra::Node& node = *decisions_.nodes[n];
    const int input = input_value(node, 0);
    plan::Step step;
    step.node = static_cast<int>(n);
    step.inputs = {input};
    step.output = add_value(
        n, mapped_placement(node, plan_.values[static_cast<std::size_t>(input)].placement), false);
    step.flops.resize(static_cast<std::size_t>(plan_.num_sites));
    plan_.steps.push_back(std::move(step));
    return plan_.steps.back().output;
  }

  int emit_local(std::size_t n, const State& state) {
    const tra::Node& node = *decisions_.nodes[n];
    const Candidate& candidate =
        decisions_.candidates[n][static_cast<std::size_t>(state.candidate)];
    plan::Step step;
    step.node = static_cast<int>(n);
    for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
      step.inputs.push_back(moved(input_value(node, slot), candidate.needs[slot]));
    }
    step.iteration = candidate.iteration;
    step.layout = candidate.layout.text(node.label_names);
    step.strategy = plan_name(node, candidate.layout);
    for (const auto& box : candidate.iteration) step.flops.push_back(cost::flops_on(node, box));
    step.output = add_value(n, candidate.produced, candidate.partial);
    const int produced = step.output;
    plan_.steps.push_back(std::move(step));
    if (!candidate.partial) return produced;
    return add_exchange(produced, candidate.stored, candidate.reduction);
  }

  int input_value(const tra::Node& node, std::size_t slot) const {
    return value_of_[static_cast<std::size_t>(decisions_.index.at(node.inputs[slot].get()))];
  }

  /// The value under a placement that fits `need`: itself if every site can read it in place, an
  /// earlier copy, or a new exchange.
  int moved(int value, const placement::Placement& need) {
    const plan::Value& have = plan_.values[static_cast<std::size_t>(value)];
    bool fits = true;
    for (int site = 0; site < plan_.num_sites; ++site) {
      for (const auto& box : need.of(site)) fits = fits && have.placement.holds(site, box);
    }
    if (fits) return value;
    for (const auto& step : plan_.steps) {
      if (step.kind == plan::StepKind::exchange && !step.exchange.reduces &&
          step.inputs[0] == value &&
          plan_.values[static_cast<std::size_t>(step.output)].placement == need) {
        return step.output;
      }
    }
    return add_exchange(value, need, strategy::redistribute(have.placement, need));
  }

  int add_exchange(int value, const placement::Placement& target, plan::Exchange exchange) {
    const int n = plan_.values[static_cast<std::size_t>(value)].node;
    plan::Step step;
    step.kind = plan::StepKind::exchange;
    step.node = n;
    step.inputs = {value};
    step.output = add_value(static_cast<std::size_t>(n), target, false);
    step.traffic = cost::count(exchange, decisions_.nodes[static_cast<std::size_t>(n)]->type,
                               plan_.num_sites, message_limit_);
    step.exchange = std::move(exchange);
    plan_.steps.push_back(std::move(step));
    return plan_.steps.back().output;
  }

  const Decisions& decisions_;
  std::int64_t message_limit_;
  plan::Plan plan_;
  std::vector<int> value_of_;
};

}  // namespace relatile::planner
