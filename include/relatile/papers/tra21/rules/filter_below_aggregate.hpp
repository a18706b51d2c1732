// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/rule.hpp"
#include "relatile/plan/algebra/local_aggregate.hpp"

namespace relatile::papers::tra21::rules {

/// Groups that are dropped are not aggregated: their blocks are dropped before.
inline OperatorPtr filter_below_aggregate(const OperatorPtr& op) {
  if (!detail::is(op, OperatorKind::local_filter)) return nullptr;
  const OperatorPtr& sum = op->inputs[0];
  if (!detail::is(sum, OperatorKind::local_aggregate)) return nullptr;
  return plan::with_inputs(
      *sum, {plan::local_filter(sum->inputs[0], [p = op->predicate, by = sum->by](const Key& key) {
        return p(plan::picked(key, by));
      })});
}

inline constexpr Rule r1_5{
    "R1-5",
    "",
    "filter[p](aggregate[by, +](R)) == aggregate[by, +](filter[p o by](R))",
    "none: above the aggregate p can only see group keys; below, it is asked for their positions",
    "[tra21] table 2",
    filter_below_aggregate};

}  // namespace relatile::papers::tra21::rules
