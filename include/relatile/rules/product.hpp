// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "relatile/rules/rule.hpp"

namespace relatile::rules {

/// A product of two relations, an aggregate over all joined dimensions of a join, however its
/// blocks are brought together. BMM, CPMM and RMM of [tra21, section 4.2.2] are ways to execute it.
struct Product {
  OperatorPtr left;  ///< null: this is no product
  OperatorPtr right;
  const Operator* join = nullptr;
  std::vector<int> by;
  std::shared_ptr<const BlockCombine> combine;
  bool two_phases = false;  ///< aggregated where it is joined, moved, and aggregated again
};

namespace detail {

inline const Operator& below_move(const Operator& op) { return op.moves() ? op.input() : op; }
inline const OperatorPtr& below_move(const OperatorPtr& op) {
  return op->moves() ? op->inputs[0] : op;
}

/// True if `by` is what the joined keys have beside the joined dimensions.
inline bool keeps_the_rest(const std::vector<int>& by, const Operator& join) {
  const int rank = join.type.rank();
  if (by.size() + join.on_left.size() != static_cast<std::size_t>(rank)) return false;
  for (int d : by) {
    if (std::find(join.on_left.begin(), join.on_left.end(), d) != join.on_left.end()) return false;
  }
  return true;
}

}  // namespace detail

inline Product product_of(const Operator& op) {
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

}  // namespace relatile::rules
