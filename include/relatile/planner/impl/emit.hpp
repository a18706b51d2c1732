// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/emit.hpp"

#include <cstddef>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/planner/named_plans.hpp"

namespace relatile::planner {

RELATILE_INLINE Emitter::Emitter(const Problem& problem, const Assignment& assignment,
                                 std::int64_t message_limit)
    : problem_(problem), assignment_(assignment), alike_(problem.num_sites(), message_limit) {
  plan_.num_sites = problem.num_sites();
  for (int n = 0; n < problem.size(); ++n) plan_.nodes.push_back(problem.member(n).node);
  plan_.optimal = assignment.optimal;
  plan_.planner = assignment.planner;
  plan_.objective = problem.objective().name();
  plan_.price = assignment.price.cost;
  plan_.lower_bound = assignment.lower_bound;
}

RELATILE_INLINE plan::Plan Emitter::emit(const std::vector<tra::NodePtr>& results) {
  const Outline outline = Outliner(problem_, assignment_).outline(results);
  for (const auto& value : outline.values) {
    plan_.values.push_back({value.node, value.place.boxes(), value.partial});
  }
  for (const auto& step : outline.steps) plan_.steps.push_back(written_out(step));
  plan_.results = outline.results;
  return std::move(plan_);
}

RELATILE_INLINE plan::Step Emitter::written_out(const OutlineStep& outline) {
  plan::Step step;
  step.kind = outline.kind;
  step.node = outline.node;
  step.inputs = outline.inputs;
  step.output = outline.output;
  if (step.kind == plan::StepKind::exchange) {
    add_exchange(step);
  } else if (outline.candidate >= 0) {
    add_work(step, outline.candidate);
  } else if (step.kind == plan::StepKind::local) {
    alike_.set_flops(step, *problem_.member(step.node).node);
  }
  return step;
}

RELATILE_INLINE void Emitter::add_work(plan::Step& step, int candidate) {
  const tra::Node& node = *problem_.member(step.node).node;
  const placement::Layout& layout = problem_.candidate(step.node, candidate).layout;
  const auto share = [](int site, const placement::Layout& of, const Extents& labels) {
    return of.box(site, labels);
  };
  step.iteration = {plan_.num_sites, share, layout, node.labels};
  alike_.set_flops(step, node);
  step.layout = layout.text(node.label_names);
  step.strategy = plan_name(node, layout);
}

RELATILE_INLINE void Emitter::add_exchange(plan::Step& step) {
  alike_.set_exchange(step, nth(plan_.values, step.inputs[0]), nth(plan_.values, step.output),
                      problem_.member(step.node).node->type);
}

}  // namespace relatile::planner
