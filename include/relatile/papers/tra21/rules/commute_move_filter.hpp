// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/rule.hpp"

namespace relatile::papers::tra21::rules {

/// The filter first: blocks that are dropped do not move.
inline OperatorPtr filter_below_move(const OperatorPtr& op) {
  if (!detail::is(op, OperatorKind::local_filter) || !op->input().moves()) return nullptr;
  const Operator& move = op->input();
  return plan::with_inputs(move, {plan::local_filter(move.inputs[0], op->predicate)});
}

inline OperatorPtr move_below_filter(const OperatorPtr& op) {
  if (!op->moves() || !detail::is(op->inputs[0], OperatorKind::local_filter)) return nullptr;
  const Operator& filter = op->input();
  return plan::local_filter(plan::with_inputs(*op, {filter.inputs[0]}), filter.predicate);
}

inline constexpr Rule r2_2_filter_first{
    "R2-2", "filter first",    "filter[p](bcast(R)) == bcast(filter[p](R)); so for shuf",
    "none", "[tra21] table 2", filter_below_move};
inline constexpr Rule r2_2_move_first{
    "R2-2", "move first",      "bcast(filter[p](R)) == filter[p](bcast(R)); so for shuf",
    "none", "[tra21] table 2", move_below_filter};

}  // namespace relatile::papers::tra21::rules
