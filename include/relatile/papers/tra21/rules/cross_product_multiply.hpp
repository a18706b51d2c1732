// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/move_join_operands.hpp"
#include "relatile/papers/tra21/rules/product.hpp"
#include "relatile/plan/algebra/local_aggregate.hpp"
#include "relatile/plan/algebra/moves.hpp"

namespace relatile::papers::tra21::rules {

/// CPMM: both operands cut along the joined dimensions, and cross products of the parts.
inline OperatorPtr cross_product_multiply(const OperatorPtr& op) {
  const Product x = product_of(*op);
  if (!x.left) return nullptr;
  const bool already = moved_join(*x.join).form == MovedJoin::Form::both_shuffled && !x.two_phases;
  if (already) return nullptr;
  const OperatorPtr pairs = plan::with_inputs(
      *x.join, {plan::shuf(x.left, x.join->on_left), plan::shuf(x.right, x.join->on_right)});
  return plan::local_aggregate(plan::shuf(pairs, x.by), x.by, x.combine);
}

inline constexpr Rule cpmm{
    "CPMM",
    "",
    "aggregate[by, +](join[l, r, *](L, R)), however moved == aggregate[by, +](shuf[by](join[l, r, "
    "*](shuf[l](L), shuf[r](R))))",
    "by is what keys have beside l, which is not empty; + is associative and commutative",
    "[tra21] section 4.2.2",
    cross_product_multiply};
}  // namespace relatile::papers::tra21::rules
