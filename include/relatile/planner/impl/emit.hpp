// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/emit.hpp"

#include <cstddef>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/planner/space/named_plans.hpp"

namespace relatile::planner {

RELATILE_INLINE Emitter::Emitter(const Problem& problem, const Assignment& assignment,
                                 std::int64_t message_limit, const Emitted* before)
    : problem_(problem),
      assignment_(assignment),
      before_(before),
      alike_(problem.num_sites(), message_limit) {
  plan_.num_sites = problem.num_sites();
  for (int n = 0; n < problem.size(); ++n) plan_.nodes.push_back(problem.member(n).node);
  plan_.optimal = assignment.optimal;
  plan_.planner = assignment.planner;
  plan_.objective = problem.objective().name();
  plan_.price = assignment.price.cost;
  plan_.lower_bound = assignment.lower_bound;
}

RELATILE_INLINE plan::Plan Emitter::emit(const std::vector<tra::NodePtr>& results) {
  write_out(Outliner(problem_, assignment_).outline(results));
  return std::move(plan_);
}

RELATILE_INLINE Emitted Emitter::emit_to_remember(const std::vector<tra::NodePtr>& results) {
  Emitted emitted;
  emitted.outline = Outliner(problem_, assignment_).outline(results);
  write_out(emitted.outline);
  plan_.nodes.clear();
  emitted.plan = std::move(plan_);
  return emitted;
}

RELATILE_INLINE void Emitter::write_out(const Outline& outline) {
  for (std::size_t v = 0; v < outline.values.size(); ++v) {
    const plan::Value* const known = known_value(outline, v);
    known_.push_back(known != nullptr);
    const OutlineValue& value = outline.values[v];
    plan_.values.push_back(known ? *known
                                 : plan::Value{value.node, value.place.boxes(), value.partial});
  }
  for (std::size_t s = 0; s < outline.steps.size(); ++s) {
    const plan::Step* const known = known_step(outline, s);
    plan_.steps.push_back(known ? *known : written_out(outline.steps[s]));
  }
  plan_.results = outline.results;
}

RELATILE_INLINE const plan::Value* Emitter::known_value(const Outline& outline,
                                                        std::size_t v) const {
  if (!before_ || v >= before_->outline.values.size()) return nullptr;
  const OutlineValue& value = outline.values[v];
  const OutlineValue& known = before_->outline.values[v];
  const bool same = value.node == known.node && value.partial == known.partial &&
                    value.place.text == known.place.text && value.place == known.place;
  return same ? &before_->plan.values[v] : nullptr;
}

RELATILE_INLINE const plan::Step* Emitter::known_step(const Outline& outline, std::size_t s) const {
  if (!before_ || s >= before_->outline.steps.size()) return nullptr;
  const OutlineStep& step = outline.steps[s];
  if (!(step == before_->outline.steps[s])) return nullptr;
  // Its layout follows from where the slice begins, which the outline does not say.
  if (step.candidate >= 0 && problem_.candidate(step.node, step.candidate).follows >= 0) {
    return nullptr;
  }
  const bool moves = step.kind == plan::StepKind::exchange;
  const bool known = !moves || (nth(known_, step.inputs[0]) && nth(known_, step.output));
  return known ? &before_->plan.steps[s] : nullptr;
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
