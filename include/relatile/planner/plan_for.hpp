// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/passes/passes.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/plan_options.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

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

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/plan_for.hpp"
#endif
