// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string_view>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

/// Those of the candidates that leave the fewest sites idle.
RELATILE_INLINE std::vector<int> busiest_candidates(const Problem& problem, int n,
                                                    const std::vector<int>& candidates);

/// The candidates of a join that are the classical plan `name`, on as many sites as it can use;
/// none if it has no such plan.
RELATILE_INLINE std::vector<int> candidates_named(const Problem& problem, int n,
                                                  std::string_view name);

/// Every join by one classical plan; what has no such plan as is cheapest after what comes before.
///
///   `name`  one of `plan_names`
RELATILE_INLINE Assignment plan_joins(const Problem& problem, std::string_view name);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/by_rule/impl/fixed_plans.hpp"
#endif
