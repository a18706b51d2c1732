// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/search/heuristics.hpp"
#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

/// The oracle's choice; throws LimitExceeded if there are too many to try.
RELATILE_INLINE Assignment plan_exhaustive(const Problem& problem);

/// All planners: `optimal`, `exhaustive` and the heuristics, the list that names are looked up in.
RELATILE_INLINE std::vector<Planner> planners();

RELATILE_INLINE std::string all_planner_names();

/// The planner called `name`, or that of "along h, f", for any labels (by_rule/plan_along.hpp). The
/// name must live as long as what is given.
///
///   errors  UnsupportedPlan, with all names, if there is none
RELATILE_INLINE Planner planner_named(std::string_view name);

/// The choice of the planner called so.
///
///   errors  as `planner_named`
RELATILE_INLINE Assignment plan_by_name(std::string_view name, const Problem& problem);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/planners.hpp"
#endif
