// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/planner/search/elimination.hpp"
#include "relatile/planner/search/local_search.hpp"
#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

/// A choice that costs at most this part more than the lower bound is as good as the best one: no
/// other planner is asked.
inline constexpr double worth_searching = 1e-3;

/// The cheapest choice, exactly if that is no more than `effort`. Otherwise, or where the objective
/// is no sum, the best of the heuristics' choices and what a local search makes of them.
///
/// Where it is not exact, never worse under the problem's objective than the heuristics it starts
/// from, but for `worth_searching`; `Assignment::optimal` says
/// whether it is known to be the cheapest.
///
///   shared  prices of problems like this one, of the same SharedSpaces
RELATILE_INLINE Assignment
best_plan(const Problem& problem, const Effort& effort = {}, const Patience& patience = {},
          std::shared_ptr<SharedFactorTables> shared = std::make_shared<SharedFactorTables>());

/// The same, where only those heuristics are asked that do not search themselves.
RELATILE_INLINE Assignment best_plan_by_rules(const Problem& problem);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/best_plan.hpp"
#endif
