// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/passes/passes.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/plan_options.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// Explanations price at most so many alternatives, and of large programs fewer: each is the whole
/// program, planned once more.
inline constexpr std::size_t most_alternatives = 64;
inline constexpr std::size_t fewest_alternatives = 4;
inline constexpr std::size_t most_nodes_planned_again = 2048;

/// The plan for the roots and everything else to keep.
///
///   watch   is told what the search and each pass came to, and how long that took
///   errors  UnsupportedPlan: there is no such planner, objective, or pinned plan;
///           OutOfMemory: no plan that was found keeps within options.memory_per_rank
RELATILE_INLINE plan::Plan plan_for(const std::vector<tra::NodePtr>& roots,
                                    const std::vector<tra::NodePtr>& results, int num_sites,
                                    const PlanOptions& options,
                                    std::int64_t message_limit = plan::default_message_limit,
                                    const pass::PassWatch& watch = {});

/// What of it passes go by, for messages of at most `message_limit` bytes; it refers to `options`.
inline pass::PassOptions pass_options(const PlanOptions& options, std::int64_t message_limit) {
  return {options.panel_bytes,     options.cache,           options.machine,
          options.memory_per_rank, options.disabled_passes, message_limit};
}

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
#include "relatile/planner/impl/plan_for.hpp"
#endif
