// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/nums22/objective.hpp"

#include "relatile/core/access.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/papers/ein24/objective.hpp"
#include "relatile/papers/nums22/cost.hpp"
#include "relatile/papers/nums22/site_loads.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/emit.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::papers {

RELATILE_INLINE double LshsObjective::work(const Work& work) const {
  const Access& output = work.node.output;
  double floats = floats_a_key(work.node.type);
  for (const auto& dim : output.dims) {
    if (dim.label < 0) continue;
    const std::int64_t parts = work.layout.parts(dim.label);
    floats *= static_cast<double>((work.node.labels[dim.label] + parts - 1) / parts);
  }
  return floats;
}

RELATILE_INLINE double LshsObjective::transport(const Transport& t) const {
  const double bytes_a_float =
      t.type.block.object ? 1 : static_cast<double>(t.type.block.element.size);
  const int senders = std::max(t.move.senders, 1);
  const double received = static_cast<double>(t.move.busiest) / bytes_a_float;
  const double sent = static_cast<double>(t.move.bytes) / senders / bytes_a_float;
  const double kept = t.reduces ? floats_held(t.type, t.need) / std::max(t.move.receivers, 1) : 0;
  return 2 * received + sent + kept;  // what is received is kept, too
}

RELATILE_INLINE std::optional<double> LshsObjective::whole(const Problem& problem,
                                                           const Assignment& assignment) const {
  const plan::Plan plan = Emitter(problem, assignment, plan::default_message_limit).emit({});
  SiteLoads loads(static_cast<std::size_t>(plan.num_sites));
  for (const auto& step : plan.steps) {
    const tra::RelationType& type = nth(plan.nodes, step.node)->type;
    const auto& made = nth(plan.values, step.output).placement;
    const bool exchange = step.kind == plan::StepKind::exchange;
    if (exchange) add(loads, loads_of(step.exchange, type, plan.num_sites));
    const bool computed = step.kind == plan::StepKind::local && !step.iteration.empty();
    if (computed || (exchange && step.exchange.reduces)) add(loads, loads_of(made, type));
  }
  return static_cast<double>(papers::nums22::objective(loads).value);
}

}  // namespace relatile::papers
