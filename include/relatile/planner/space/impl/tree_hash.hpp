// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/tree_hash.hpp"

#include "relatile/core/extents.hpp"
#include "relatile/plan/algebra/describe.hpp"
#include "relatile/plan/algebra/local_join.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::planner {

RELATILE_INLINE std::uint64_t TreeHash::hash(const plan::Operator& op) {
  plan::Fingerprint hash;
  hash.add(static_cast<std::int64_t>(op.kind));
  hash.add(plan::parameters_text(op));
  if (op.kind == plan::OperatorKind::input) {
    // Numbered as they are met first; the search meets the initial tree first.
    hash.add(std::int64_t(
        inputs_.try_emplace(op.node.get(), static_cast<int>(inputs_.size())).first->second));
  }
  for (const auto& input : op.inputs) hash.add(static_cast<std::int64_t>(known_.at(input.get())));
  hash.add(op.type.extents);
  for (std::int64_t k = 0; k < op.type.num_keys(); ++k) {
    if (!op.type.has_key(k)) continue;
    hash.add(k);
    hash.add(op.type.extents_of(k));
  }
  if (!op.keys.is_identity()) add_keys(hash, op);
  return hash.value();
}

RELATILE_INLINE void TreeHash::add_keys(plan::Fingerprint& hash, const plan::Operator& op) {
  if (op.kind == plan::OperatorKind::local_join) {
    const plan::JoinSpace space =
        plan::join_space(op.input(0), op.input(1), op.on_left, op.on_right);
    plan::for_each_pair(
        op.input(0), op.input(1), space,
        [&](const Key& at, std::int64_t, std::int64_t) { hash.add(op.keys(at)[0]); });
    return;
  }
  const tra::RelationType& from = op.input().type;
  for (std::int64_t k = 0; k < from.num_keys(); ++k) {
    if (!from.has_key(k)) continue;
    for (const Key& key : op.keys(key_from_linear_index(k, from.extents))) hash.add(key);
  }
}

}  // namespace relatile::planner
