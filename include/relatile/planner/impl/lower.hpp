// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/lower.hpp"

#include <string>

#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/cost/count.hpp"
#include "relatile/cost/work.hpp"
#include "relatile/plan/algebra/describe.hpp"
#include "relatile/plan/algebra/local_join.hpp"
#include "relatile/plan/algebra/moves.hpp"
#include "relatile/plan/algebra/sites.hpp"
#include "relatile/strategy/redistribute.hpp"
#include "relatile/strategy/reduce.hpp"
#include "relatile/tra/rekey.hpp"

namespace relatile::planner {

RELATILE_INLINE Lowering::Lowering(int num_sites, std::int64_t message_limit)
    : message_limit_(message_limit) {
  plan_.num_sites = num_sites;
  plan_.planner = "hand";
  plan_.optimal = false;
}

RELATILE_INLINE plan::Plan Lowering::lower(const std::vector<plan::OperatorPtr>& roots) {
  const std::vector<plan::OperatorPtr> order = plan::operators_of(roots);
  fused_ = plan::fused_joins(roots);
  for (const auto& op : order) visit(op);
  for (auto& step : plan_.steps) {
    // A kernel that reads contributions is one that distributes over what combines them.
    if (step.iteration.empty()) continue;
    for (int in : step.inputs) nth(plan_.values, in).partial = false;
  }
  for (const auto& root : roots) {
    require_whole(*root);
    const Lowered made = result_of(root);
    plan_.results.emplace_back(index_of(made.node), made.value);
  }
  return std::move(plan_);
}

RELATILE_INLINE void Lowering::require_whole(const plan::Operator& root) {
  if (!root.partial()) return;
  throw UnsupportedPlan("relatile: the result's blocks are contributions that " +
                        root.pending->name + " still has to combine; put " +
                        (root.gathered ? std::string() : "a shuf and ") +
                        "a local_aggregate by all its key dimensions above it");
}

RELATILE_INLINE Lowering::Lowered Lowering::result_of(const plan::OperatorPtr& root) {
  const Lowered& made = lowered_.at(root.get());
  if (root->kind == plan::OperatorKind::input) return made;
  bool taken = made.node->evaluated();
  for (const auto& [node, value] : plan_.results) {
    taken = taken || (node == index_of(made.node) && value != made.value);
  }
  if (!taken) return made;
  plan::LocalStepList list(plan_.num_sites);
  plan::LocalStages again;
  again.result = list.add_key_map(
      {made.node, root->sites, ~0},
      tra::make_key_map(made.node->name, made.node, tra::present_keys(made.node->type),
                        made.node->type.rank()));
  again.stages = list.take();
  return emit(*root, std::move(again), {root});
}

RELATILE_INLINE void Lowering::visit(const plan::OperatorPtr& op) {
  if (op->kind == plan::OperatorKind::input) {
    lowered_[op.get()] = stored(*op);
  } else if (op->moves()) {
    lowered_[op.get()] = moved(*op);
  } else {
    computed(op);
  }
}

RELATILE_INLINE Lowering::Lowered Lowering::stored(const plan::Operator& op) {
  plan::Step step;
  step.kind = plan::StepKind::stored;
  step.node = index_of(op.node);
  step.output = add_value(step.node, op.target);
  plan_.steps.push_back(std::move(step));
  return {op.node, plan_.steps.back().output};
}

RELATILE_INLINE Lowering::Lowered Lowering::moved(const plan::Operator& op) {
  const Lowered& from = lowered_.at(op.inputs[0].get());
  const tra::RelationType& type = from.node->type;
  const auto in = static_cast<std::size_t>(from.value);
  placement::Placement need = plan::placement_of(op.sites, type, plan::describe(op));
  const bool reduces = op.input().partial() && !op.input().gathered;
  plan::Step step;
  step.kind = plan::StepKind::exchange;
  step.node = index_of(from.node);
  step.inputs = {from.value};
  step.exchange = reduces ? strategy::reduce(plan_.values[in].placement, need)
                          : strategy::redistribute(plan_.values[in].placement, need);
  step.predict(cost::count(step.exchange, type, plan_.num_sites, message_limit_), type);
  plan_.values[in].partial = reduces;
  step.output = add_value(step.node, std::move(need));
  plan_.steps.push_back(std::move(step));
  return {from.node, plan_.steps.back().output};
}

RELATILE_INLINE void Lowering::computed(const plan::OperatorPtr& op) {
  if (fused_.contains(op.get())) return;  // with the aggregate above it
  if (!op->inputs.empty() && fused_.contains(op->inputs[0].get())) {
    const plan::Operator& join = op->input();
    lowered_[op.get()] = emit(*op, plan::fused_stages(*op, operands_of(join)), join.inputs);
  } else {
    lowered_[op.get()] = emit(*op, plan::local_stages(*op, operands_of(*op)), op->inputs);
  }
}

RELATILE_INLINE std::vector<plan::PlacedNode> Lowering::operands_of(
    const plan::Operator& op) const {
  std::vector<plan::PlacedNode> operands;
  for (const auto& input : op.inputs) {
    operands.push_back(
        {lowered_.at(input.get()).node, input->sites, ~static_cast<int>(operands.size())});
  }
  return operands;
}

RELATILE_INLINE Lowering::Lowered Lowering::emit(const plan::Operator& op, plan::LocalStages made,
                                                 const std::vector<plan::OperatorPtr>& inputs) {
  if (op.partial() && !made.stages.empty() && !made.stages.back().node->combine()) {
    made.stages.back().node->pending = op.pending;
  }
  std::vector<int> outputs;
  const auto value = [&](int source) {
    return source < 0 ? lowered_.at(nth(inputs, ~source).get()).value : nth(outputs, source);
  };
  for (auto& stage : made.stages) {
    plan::Step step;
    step.node = index_of(stage.node);
    for (int source : stage.inputs) step.inputs.push_back(value(source));
    step.iteration = std::move(stage.iteration);
    step.flops = cost::flops_of_sites(*stage.node, step.iteration, plan_.num_sites);
    const std::string words = plan::describe(stage.sites, stage.node->type);
    step.layout = words;
    step.output = add_value(step.node, plan::placement_of(stage.sites, stage.node->type, words));
    outputs.push_back(step.output);
    plan_.steps.push_back(std::move(step));
  }
  return {made.result.node, value(made.result.source)};
}

RELATILE_INLINE int Lowering::index_of(const tra::NodePtr& node) {
  const auto [found, added] = index_.try_emplace(node.get(), static_cast<int>(plan_.nodes.size()));
  if (added) plan_.nodes.push_back(node);
  return found->second;
}

}  // namespace relatile::planner
