// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/algebra/rebuild.hpp"

#include <unordered_map>
#include <utility>

#include "relatile/plan/algebra/local_aggregate.hpp"
#include "relatile/plan/algebra/local_join.hpp"
#include "relatile/plan/algebra/local_map.hpp"
#include "relatile/plan/algebra/moves.hpp"

namespace relatile::plan {

RELATILE_INLINE OperatorPtr with_inputs(const Operator& op, std::vector<OperatorPtr> inputs) {
  switch (op.kind) {
    case OperatorKind::input: break;
    case OperatorKind::bcast: return bcast(inputs[0]);
    case OperatorKind::shuf: return shuf(inputs[0], op.part_dims);
    case OperatorKind::exchange: return plan::exchange(inputs[0], op.target);
    case OperatorKind::local_join:
      return local_join(inputs[0], inputs[1], op.on_left, op.on_right, op.kernel, op.keys);
    case OperatorKind::local_aggregate:
      if (!op.combine) return local_concat(inputs[0], op.concat_key, op.concat_dim);
      return local_aggregate(inputs[0], op.by, op.combine, op.prepare, op.finish);
    case OperatorKind::local_filter: return local_filter(inputs[0], op.predicate);
    case OperatorKind::local_map: return local_map(inputs[0], op.keys, op.blocks);
  }
  return input(op.node, op.target);
}

RELATILE_INLINE std::vector<OperatorPtr> replaced(const std::vector<OperatorPtr>& roots,
                                                  const OperatorPtr& old, const OperatorPtr& now) {
  std::unordered_map<const Operator*, OperatorPtr> rebuilt{{old.get(), now}};
  for (const auto& op : operators_of(roots)) {
    if (rebuilt.contains(op.get())) continue;
    std::vector<OperatorPtr> inputs;
    for (const auto& input : op->inputs) inputs.push_back(rebuilt.at(input.get()));
    rebuilt[op.get()] = inputs == op->inputs ? op : with_inputs(*op, std::move(inputs));
  }
  std::vector<OperatorPtr> result;
  for (const auto& root : roots) result.push_back(rebuilt.at(root.get()));
  return result;
}

}  // namespace relatile::plan
