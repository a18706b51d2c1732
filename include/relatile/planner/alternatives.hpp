// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/plan_options.hpp"
#include "relatile/planner/space/named_plans.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// Explanations price at most so many alternatives, and of programs that take long to plan fewer:
/// each is the whole program, planned once more. All plans of one join are always looked at.
inline constexpr std::size_t most_alternatives = 64;
inline constexpr std::size_t fewest_alternatives = plan_names.size() - 1;
inline constexpr std::size_t most_nodes_planned_again = 2048;
inline constexpr double most_prices_looked_at_again = 2e7;

/// How much more an alternative costs, in the objective's unit.
RELATILE_INLINE std::string difference_text(const std::string& objective, double more);

/// For the joins in the program, what the whole would cost if that join were executed by each
/// classical plan; the plan taken itself is left out. None is written out, but to say how much it
/// would hold where there is a cap on memory, which does not bind them. Of many joins those that
/// compute most are looked at.
///
///   options  that `taken` was planned by
RELATILE_INLINE std::vector<plan::Alternative> alternatives(const std::vector<tra::NodePtr>& roots,
                                                            const plan::Plan& taken,
                                                            const PlanOptions& options);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/alternatives.hpp"
#endif
