// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/algebra/to_graph.hpp"

#include <unordered_map>
#include <utility>
#include <vector>

#include "relatile/placement/placement.hpp"
#include "relatile/plan/algebra/local_stages.hpp"
#include "relatile/plan/algebra/moves.hpp"
#include "relatile/plan/algebra/rebuild.hpp"
#include "relatile/plan/algebra/stages.hpp"

namespace relatile::plan {

RELATILE_INLINE OperatorPtr without_sites(const OperatorPtr& root) {
  std::unordered_map<const Operator*, OperatorPtr> alone;
  for (const auto& op : operators_of({root})) {
    OperatorPtr made;
    if (op->kind == OperatorKind::input) {
      made = input(op->node, placement::replicated(1, op->node->type.extents));
    } else if (op->moves()) {
      made = alone.at(op->inputs[0].get());
    } else {
      std::vector<OperatorPtr> inputs;
      for (const auto& x : op->inputs) inputs.push_back(alone.at(x.get()));
      made = with_inputs(*op, std::move(inputs));
    }
    alone[op.get()] = std::move(made);
  }
  return alone.at(root.get());
}

RELATILE_INLINE tra::NodePtr to_graph(const OperatorPtr& root) {
  const OperatorPtr alone = without_sites(root);
  const auto fused = fused_joins({alone});
  std::unordered_map<const Operator*, tra::NodePtr> graph;
  const auto operands_of = [&](const Operator& op) {
    std::vector<PlacedNode> operands;
    for (const auto& x : op.inputs) {
      operands.push_back({graph.at(x.get()), x->sites, ~static_cast<int>(operands.size())});
    }
    return operands;
  };
  for (const auto& op : operators_of({alone})) {
    if (fused.contains(op.get())) continue;
    if (op->kind == OperatorKind::input) {
      graph[op.get()] = op->node;
    } else if (fused.contains(op->inputs[0].get())) {
      graph[op.get()] = fused_stages(*op, operands_of(op->input())).result.node;
    } else {
      graph[op.get()] = local_stages(*op, operands_of(*op)).result.node;
    }
  }
  return graph.at(alone.get());
}

}  // namespace relatile::plan
