// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/papers/tra21/rules/rule.hpp"
#include "relatile/plan/algebra/operator.hpp"

namespace relatile::papers::tra21::rules {

namespace detail {

/// Keys of a join from an operand's: the values of the labels it lacks run over all there are.
RELATILE_INLINE plan::KeyMap replicated_keys(const std::vector<int>& labels, const Extents& space);

}  // namespace detail

/// RMM: a copy of each block for every pair that it is in, and the pairs cut along the dimensions
/// of the result: a relational three-dimensional product.
RELATILE_INLINE OperatorPtr replicate_multiply(const OperatorPtr& op);

inline constexpr Rule rmm{
    "RMM",
    "",
    "aggregate[by, +](join[l, r, *](L, R)), however moved == aggregate[by, +](join[all, all, "
    "*](shuf[by](map[insertDim, duplicate](L)), shuf[by](map[insertDim, duplicate](R))))",
    "by is what keys have beside l, which is not empty; + is associative and commutative",
    "[tra21] section 4.2.2",
    replicate_multiply};

}  // namespace relatile::papers::tra21::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tra21/rules/impl/replicate_multiply.hpp"
#endif
