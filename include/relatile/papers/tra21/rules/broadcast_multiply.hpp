// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/product.hpp"
#include "relatile/plan/algebra/local_aggregate.hpp"
#include "relatile/plan/algebra/moves.hpp"

namespace relatile::papers::tra21::rules {

/// BMM: the left operand everywhere.
inline OperatorPtr broadcast_multiply(const OperatorPtr& op) {
  const Product x = product_of(*op);
  if (!x.left) return nullptr;
  const bool already = detail::is(x.join->inputs[0], OperatorKind::bcast) && !x.two_phases;
  if (already) return nullptr;
  const OperatorPtr pairs = plan::with_inputs(*x.join, {plan::bcast(x.left), x.right});
  return plan::local_aggregate(plan::shuf(pairs, x.by), x.by, x.combine);
}

inline constexpr Rule bmm{"BMM",
                          "",
                          "aggregate[by, +](join[l, r, *](L, R)), however moved == aggregate[by, "
                          "+](shuf[by](join[l, r, *](bcast(L), R)))",
                          "by is what keys have beside l; + is associative and commutative",
                          "[tra21] section 4.2.2",
                          broadcast_multiply};
}  // namespace relatile::papers::tra21::rules
