// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/space/problem.hpp"

// Plans that cut along labels: what people call tensor, sequence or data parallelism says no more
// than along which labels of a program its einsums are cut.

namespace relatile::planner {

/// Every product and einsum that has one of the labels is cut along the first of them that is not
/// one long, and along nothing else, in as many parts as the problem's space has; all else is as is
/// cheapest then. An operator that the space cuts so in no way is part of all else: three heads on
/// four sites, where that would leave one idle.
///
/// Nothing is proved of it, so it is never called optimal.
RELATILE_INLINE Assignment plan_along(const Problem& problem, const std::string& name,
                                      const std::vector<std::string>& labels);

/// The labels in "along h, f"; none if the text is none of this form.
RELATILE_INLINE std::vector<std::string> labels_in(std::string_view plan);

/// A planner of that name for all that is planned from now on. Optimal plans start from it, too,
/// where they can't be found exactly. Before main, or while no other thread plans.
///
///   errors  UnsupportedPlan if there is a planner of that name, or no label
RELATILE_INLINE void add_plan_along(const std::string& name,
                                    const std::vector<std::string>& labels);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/by_rule/impl/plan_along.hpp"
#endif
