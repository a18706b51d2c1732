// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/papers/tra21/rules/rule.hpp"

namespace relatile::papers::tra21::rules {

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
RELATILE_INLINE bool keeps_the_rest(const std::vector<int>& by, const Operator& join);

}  // namespace detail

RELATILE_INLINE Product product_of(const Operator& op);

}  // namespace relatile::papers::tra21::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tra21/rules/impl/product.hpp"
#endif
