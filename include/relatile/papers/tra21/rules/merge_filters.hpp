// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/rule.hpp"

namespace relatile::papers::tra21::rules {

/// Two filters in one pass over the keys.
inline OperatorPtr merge_filters(const OperatorPtr& op) {
  if (!detail::is(op, OperatorKind::local_filter)) return nullptr;
  const OperatorPtr& inner = op->inputs[0];
  if (!detail::is(inner, OperatorKind::local_filter)) return nullptr;
  return plan::local_filter(inner->inputs[0], [p = op->predicate, q = inner->predicate](
                                                  const Key& key) { return q(key) && p(key); });
}

inline constexpr Rule r1_1{
    "R1-1",        "",  "filter[p](filter[q](R)) == filter[p and q](R)", "none", "[tra21] table 2",
    merge_filters, true};

}  // namespace relatile::papers::tra21::rules
