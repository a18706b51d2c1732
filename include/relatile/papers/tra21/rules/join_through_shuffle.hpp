// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/move_join_operands.hpp"
#include "relatile/plan/algebra/moves.hpp"

namespace relatile::papers::tra21::rules {

/// A shuffle of pairs that were joined where it would bring them.
inline OperatorPtr join_through_shuffle(const OperatorPtr& op) {
  if (!detail::is(op, OperatorKind::shuf)) return nullptr;
  const OperatorPtr& join = op->inputs[0];
  if (moved_join(*join).form != MovedJoin::Form::both_shuffled) return nullptr;
  return plan::is_partitioned(*join, op->part_dims) ? join : nullptr;
}

inline constexpr Rule r2_7{
    "R2-7",
    "",
    "shuf[d](join[l, r, f](shuf[l](L), shuf[r](R))) == join[l, r, f](shuf[l](L), shuf[r](R))",
    "PART_d holds of the join, as it does if l is a part of d; the print asks that d be a part of "
    "l, which is not enough: pairs that agree in d may differ in l and be on different sites",
    "[tra21] table 2",
    join_through_shuffle};

}  // namespace relatile::papers::tra21::rules
