// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/filter_below_join.hpp"

#include <memory>

#include "relatile/plan/algebra/local_join.hpp"
#include "relatile/plan/algebra/local_map.hpp"
#include "relatile/plan/algebra/rebuild.hpp"
#include "relatile/plan/algebra/sites.hpp"

namespace relatile::papers::tra21::rules::detail {

RELATILE_INLINE std::optional<std::map<Key, bool>> verdicts(const Operator& filter,
                                                            const Operator& join) {
  std::map<Key, bool> known;
  for (std::int64_t k = 0; k < join.type.num_keys(); ++k) {
    if (!join.type.has_key(k)) continue;
    const Key key = key_from_linear_index(k, join.type.extents);
    const bool kept = filter.predicate(key);
    const auto [found, fresh] = known.try_emplace(plan::picked(key, join.on_left), kept);
    if (found->second != kept) return std::nullopt;
  }
  return known;
}

}  // namespace relatile::papers::tra21::rules::detail

namespace relatile::papers::tra21::rules {

RELATILE_INLINE OperatorPtr filter_below_join(const OperatorPtr& op) {
  if (!detail::is(op, OperatorKind::local_filter)) return nullptr;
  const Operator& join = op->input();
  if (join.kind != OperatorKind::local_join || !join.keys.is_identity() || join.on_left.empty()) {
    return nullptr;
  }
  const auto known = detail::verdicts(*op, join);
  if (!known) return nullptr;
  const auto shared = std::make_shared<const std::map<Key, bool>>(*known);
  const auto by = [&](const std::vector<int>& positions) {
    return [shared, positions](const Key& key) {
      const auto found = shared->find(plan::picked(key, positions));
      return found != shared->end() && found->second;
    };
  };
  return plan::with_inputs(join, {plan::local_filter(join.inputs[0], by(join.on_left)),
                                  plan::local_filter(join.inputs[1], by(join.on_right))});
}

}  // namespace relatile::papers::tra21::rules
