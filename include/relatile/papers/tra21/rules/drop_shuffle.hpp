// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include "relatile/papers/tra21/rules/rule.hpp"
#include "relatile/plan/algebra/local_aggregate.hpp"
#include "relatile/plan/algebra/moves.hpp"

namespace relatile::papers::tra21::rules {

/// A shuffle whose groups were on one site each already brings nothing together.
inline OperatorPtr drop_shuffle(const OperatorPtr& op) {
  if (!detail::is(op, OperatorKind::local_aggregate)) return nullptr;
  const Operator& shuffle = op->input();
  if (shuffle.kind != OperatorKind::shuf || shuffle.partial()) return nullptr;
  for (int d : shuffle.part_dims) {
    if (std::find(op->by.begin(), op->by.end(), d) == op->by.end()) return nullptr;
  }
  if (!plan::is_partitioned(shuffle.input(), op->by)) return nullptr;
  return plan::with_inputs(*op, {shuffle.inputs[0]});
}

inline constexpr Rule r2_4_aggregate{
    "R2-4",
    "aggregate",
    "aggregate[by, +](shuf[d](R)) == aggregate[by, +](R)",
    "d is a part of by, and PART_by(R) holds already; the print asks for the first only, and "
    "without the second the right side is partial",
    "[tra21] table 2",
    drop_shuffle};

}  // namespace relatile::papers::tra21::rules
