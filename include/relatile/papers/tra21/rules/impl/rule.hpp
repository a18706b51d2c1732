// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/rule.hpp"

#include "relatile/core/extents.hpp"
#include "relatile/plan/algebra/rebuild.hpp"

namespace relatile::papers::tra21::rules {

RELATILE_INLINE std::vector<OperatorPtr> rewritten_at(const Rule& rule,
                                                      const std::vector<OperatorPtr>& roots,
                                                      const OperatorPtr& place) {
  const OperatorPtr now = rule(place);
  if (!now) return {};
  const UntoldErrors::Told tried;
  try {
    std::vector<OperatorPtr> rewritten = plan::replaced(roots, place, now);
    for (std::size_t r = 0; r < roots.size(); ++r) {
      if (rewritten[r]->partial() != roots[r]->partial()) return {};
    }
    return rewritten;
  } catch (const Error&) {
    return {};
  }
}

RELATILE_INLINE OperatorPtr rewritten_at(const Rule& rule, const OperatorPtr& root,
                                         const OperatorPtr& place) {
  const std::vector<OperatorPtr> rewritten = rewritten_at(rule, std::vector{root}, place);
  return rewritten.empty() ? nullptr : rewritten[0];
}

}  // namespace relatile::papers::tra21::rules

namespace relatile::papers::tra21::rules::detail {

RELATILE_INLINE bool keeps_keys(const plan::KeyMap& keys, const tra::RelationType& type) {
  if (keys.is_identity()) return true;
  if (keys.fan_out != 1 || keys.arity != type.rank()) return false;
  for (std::int64_t k = 0; k < type.num_keys(); ++k) {
    if (!type.has_key(k)) continue;
    const Key key = key_from_linear_index(k, type.extents);
    if (!(keys(key)[0] == key)) return false;
  }
  return true;
}

RELATILE_INLINE plan::KeyMap then(const plan::KeyMap& first, const plan::KeyMap& second) {
  if (first.is_identity()) return second;
  if (second.is_identity()) return first;
  plan::KeyMap both;
  both.name = second.name + "." + first.name;
  both.arity = second.arity;
  both.keys = [first, second](const Key& key) { return second(first(key)[0]); };
  return both;
}

}  // namespace relatile::papers::tra21::rules::detail
