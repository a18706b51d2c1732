// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/algebra/operator.hpp"

#include <array>
#include <unordered_set>

#include "relatile/core/nth.hpp"

namespace relatile::plan {

RELATILE_INLINE const char* name_of(OperatorKind kind) {
  constexpr std::array names{"input",      "bcast",           "shuf",         "exchange",
                             "local_join", "local_aggregate", "local_filter", "local_map"};
  return nth(names, kind);
}

RELATILE_INLINE std::vector<OperatorPtr> operators_of(const std::vector<OperatorPtr>& roots) {
  std::vector<OperatorPtr> order;
  std::unordered_set<const Operator*> known;
  const auto visit = [&](const auto& self, const OperatorPtr& op) -> void {
    if (!known.insert(op.get()).second) return;
    for (const auto& input : op->inputs) self(self, input);
    order.push_back(op);
  };
  for (const auto& root : roots) visit(visit, root);
  return order;
}

RELATILE_INLINE std::unordered_map<const Operator*, int> count_readers(
    const std::vector<OperatorPtr>& order, const std::vector<OperatorPtr>& roots) {
  std::unordered_map<const Operator*, int> readers;
  for (const auto& op : order) {
    for (const auto& input : op->inputs) ++readers[input.get()];
  }
  for (const auto& root : roots) ++readers[root.get()];
  return readers;
}

}  // namespace relatile::plan
