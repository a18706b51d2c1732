// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/rules/cheapest_order.hpp"
#include "relatile/rules/contraction_labels.hpp"
#include "relatile/rules/contraction_order.hpp"

namespace relatile::rules {

/// How many orders an einsum of so many operands has: binary trees whose leaves are the operands,
/// 1, 3, 15, 105, 945, ... for 2, 3, 4, 5, 6, ... of them.
RELATILE_INLINE double num_orders(std::size_t num_operands);

namespace detail {

/// Every tree over a subset, as the choice of its left halves from the root down.
RELATILE_INLINE std::vector<std::vector<SubsetTrees::Subset>> all_trees(SubsetTrees::Subset set);

}  // namespace detail

/// Every order that is possible, the cheapest first. For a handful of operands: see `num_orders`.
RELATILE_INLINE std::vector<ContractionOrder> all_orders(const ContractionLabels& labels,
                                                         int most_labels = max_rank);

}  // namespace relatile::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/rules/impl/all_orders.hpp"
#endif
