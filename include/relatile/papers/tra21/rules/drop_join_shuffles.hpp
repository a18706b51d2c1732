// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/move_join_operands.hpp"

namespace relatile::papers::tra21::rules {

/// Shuffles that bring together what was together already.
inline OperatorPtr drop_join_shuffles(const OperatorPtr& op) {
  const MovedJoin join = moved_join(*op);
  if (join.form != MovedJoin::Form::both_shuffled) return nullptr;
  return plan::with_inputs(*op, {join.left, join.right});  // throws where a pair does not meet
}

inline constexpr Rule r2_4_join{
    "R2-4",
    "join",
    "join[l, r, f](shuf[l](L), shuf[r](R)) == join[l, r, f](L, R)",
    "the blocks of every pair are on one site already. The print has the rule for aggregates only, "
    "but table 4 counts products of operands that lie in place",
    "[tra21] table 2, section 5.1",
    drop_join_shuffles};

}  // namespace relatile::papers::tra21::rules
