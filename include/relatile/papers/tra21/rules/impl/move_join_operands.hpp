// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/move_join_operands.hpp"

#include "relatile/plan/algebra/local_join.hpp"
#include "relatile/plan/algebra/moves.hpp"
#include "relatile/plan/algebra/rebuild.hpp"

namespace relatile::papers::tra21::rules {

RELATILE_INLINE MovedJoin moved_join(const Operator& op) {
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

RELATILE_INLINE OperatorPtr join_broadcast_left(const OperatorPtr& op) {
  const MovedJoin join = moved_join(*op);
  if (!join.left || join.form == MovedJoin::Form::left_everywhere) return nullptr;
  return plan::with_inputs(*op, {plan::bcast(join.left), join.right});
}

RELATILE_INLINE OperatorPtr join_broadcast_right(const OperatorPtr& op) {
  const MovedJoin join = moved_join(*op);
  if (!join.left || join.form == MovedJoin::Form::right_everywhere) return nullptr;
  return plan::with_inputs(*op, {join.left, plan::bcast(join.right)});
}

RELATILE_INLINE OperatorPtr join_shuffled(const OperatorPtr& op) {
  const MovedJoin join = moved_join(*op);
  if (!join.left || join.form == MovedJoin::Form::both_shuffled || op->on_left.empty()) {
    return nullptr;
  }
  return plan::with_inputs(
      *op, {plan::shuf(join.left, op->on_left), plan::shuf(join.right, op->on_right)});
}

}  // namespace relatile::papers::tra21::rules
