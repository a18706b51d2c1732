// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/two_phase_aggregate.hpp"

#include <algorithm>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/plan/algebra/local_aggregate.hpp"
#include "relatile/plan/algebra/moves.hpp"

namespace relatile::papers::tra21::rules {

RELATILE_INLINE OperatorPtr two_phase_aggregate(const OperatorPtr& op) {
  if (!detail::is(op, OperatorKind::local_aggregate) || !op->combine) return nullptr;
  if (!op->combine->laws.associative || !op->combine->laws.commutative) return nullptr;
  const Operator& shuffle = op->input();
  if (shuffle.kind != OperatorKind::shuf) return nullptr;
  const int groups = static_cast<int>(op->by.size());
  if (groups == shuffle.type.rank()) return nullptr;  // every group is one block
  std::vector<int> dims;  // of the shuffle, as positions among the groups' keys
  for (int d : shuffle.part_dims) {
    const auto found = std::find(op->by.begin(), op->by.end(), d);
    if (found == op->by.end()) return nullptr;
    dims.push_back(static_cast<int>(found - op->by.begin()));
  }
  std::vector<int> all;
  for (int d = 0; d < groups; ++d) all.push_back(d);
  const OperatorPtr first =
      plan::local_aggregate(shuffle.inputs[0], op->by, op->combine, op->prepare);
  if (!first->partial()) return nullptr;
  return plan::local_aggregate(plan::shuf(first, dims), all, op->combine, {}, op->finish);
}

RELATILE_INLINE OperatorPtr drop_phase(const OperatorPtr& op) {
  if (!detail::is(op, OperatorKind::local_aggregate) || !op->combine) return nullptr;
  if (op->prepare || op->finish || op->input().partial()) return nullptr;
  const int rank = op->input().type.rank();
  if (static_cast<int>(op->by.size()) != rank) return nullptr;
  for (int d = 0; d < rank; ++d) {
    if (nth(op->by, d) != d) return nullptr;
  }
  return op->inputs[0];
}

}  // namespace relatile::papers::tra21::rules
