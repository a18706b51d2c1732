// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rules/product.hpp"

#include <algorithm>

#include "relatile/plan/algebra/local_aggregate.hpp"
#include "relatile/plan/algebra/local_join.hpp"

namespace relatile::papers::tra21::rules::detail {

RELATILE_INLINE bool keeps_the_rest(const std::vector<int>& by, const Operator& join) {
  const int rank = join.type.rank();
  if (by.size() + join.on_left.size() != static_cast<std::size_t>(rank)) return false;
  for (int d : by) {
    if (std::find(join.on_left.begin(), join.on_left.end(), d) != join.on_left.end()) return false;
  }
  return true;
}

}  // namespace relatile::papers::tra21::rules::detail

namespace relatile::papers::tra21::rules {

RELATILE_INLINE Product product_of(const Operator& op) {
  if (op.kind != OperatorKind::local_aggregate || !op.combine || op.prepare || op.finish) return {};
  if (op.partial()) return {};  // a first phase is no product yet
  if (!op.combine->laws.associative || !op.combine->laws.commutative) return {};
  const Operator* sum = &op;
  const Operator* below = &detail::below_move(op.input());
  if (below->kind == OperatorKind::local_aggregate && below->partial()) {
    // Two phases: the second one groups by all keys of the first.
    for (std::size_t d = 0; d < op.by.size(); ++d) {
      if (op.by[d] != static_cast<int>(d)) return {};
    }
    sum = below;
    if (!sum->combine || sum->prepare || sum->finish || !same_kernel(*sum->combine, *op.combine)) {
      return {};
    }
    below = &detail::below_move(sum->input());
  }
  if (below->kind != OperatorKind::local_join || !below->keys.is_identity()) return {};
  if (below->on_left.empty() || !detail::keeps_the_rest(sum->by, *below)) return {};
  return {detail::below_move(below->inputs[0]),
          detail::below_move(below->inputs[1]),
          below,
          sum->by,
          op.combine,
          sum != &op};
}

}  // namespace relatile::papers::tra21::rules
