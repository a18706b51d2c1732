// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/rule.hpp"

namespace relatile::rules {

/// How the operands of a join were brought together, and what they were before.
struct MovedJoin {
  enum class Form { none, left_everywhere, right_everywhere, both_shuffled } form = Form::none;
  OperatorPtr left;
  OperatorPtr right;
};

inline MovedJoin moved_join(const Operator& op) {
  using Form = MovedJoin::Form;
  if (op.kind != OperatorKind::local_join) return {};
  const OperatorPtr& left = op.inputs[0];
  const OperatorPtr& right = op.inputs[1];
  if (detail::is(left, OperatorKind::bcast)) return {Form::left_everywhere, left->inputs[0], right};
  if (detail::is(right, OperatorKind::bcast)) {
    return {Form::right_everywhere, left, right->inputs[0]};
  }
  if (!detail::is(left, OperatorKind::shuf) || !detail::is(right, OperatorKind::shuf)) return {};
  if (left->part_dims != op.on_left || right->part_dims != op.on_right) return {};
  return {Form::both_shuffled, left->inputs[0], right->inputs[0]};
}

inline OperatorPtr join_broadcast_left(const OperatorPtr& op) {
  const MovedJoin join = moved_join(*op);
  if (!join.left || join.form == MovedJoin::Form::left_everywhere) return nullptr;
  return plan::with_inputs(*op, {plan::bcast(join.left), join.right});
}
inline OperatorPtr join_broadcast_right(const OperatorPtr& op) {
  const MovedJoin join = moved_join(*op);
  if (!join.left || join.form == MovedJoin::Form::right_everywhere) return nullptr;
  return plan::with_inputs(*op, {join.left, plan::bcast(join.right)});
}
inline OperatorPtr join_shuffled(const OperatorPtr& op) {
  const MovedJoin join = moved_join(*op);
  if (!join.left || join.form == MovedJoin::Form::both_shuffled || op->on_left.empty()) {
    return nullptr;
  }
  return plan::with_inputs(
      *op, {plan::shuf(join.left, op->on_left), plan::shuf(join.right, op->on_right)});
}

// The three forms hold the same pairs on different sites, so an operator above that relied on where
// they were may refuse the other form: see rewritten_at.

inline constexpr Rule r2_6_left{"R2-6",
                                "broadcast left",
                                "join[l, r, f](L, bcast(R)) == join[l, r, f](shuf[l](L), "
                                "shuf[r](R)) == join[l, r, f](bcast(L), R)",
                                "none",
                                "[tra21] table 2",
                                join_broadcast_left};
inline constexpr Rule r2_6_right{"R2-6",
                                 "broadcast right",
                                 "join[l, r, f](bcast(L), R) == join[l, r, f](shuf[l](L), "
                                 "shuf[r](R)) == join[l, r, f](L, bcast(R))",
                                 "none",
                                 "[tra21] table 2",
                                 join_broadcast_right};
inline constexpr Rule r2_6_shuffle{"R2-6",
                                   "shuffle",
                                   "join[l, r, f](bcast(L), R) == join[l, r, f](L, bcast(R)) == "
                                   "join[l, r, f](shuf[l](L), shuf[r](R))",
                                   "l is not empty: a cross join has nothing to shuffle by",
                                   "[tra21] table 2",
                                   join_shuffled};

}  // namespace relatile::rules
