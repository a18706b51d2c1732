// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/passes/passes.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/known_choice.hpp"
#include "relatile/planner/plan_options.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// Throws UnsupportedPlan where there is no such planner or objective, and Error where the cap on
/// memory is negative, as planning would.
RELATILE_INLINE void require_options(const PlanOptions& options);

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

/// A plan, and what was chosen for it: null where no other program may follow it, since the
/// objective is no sum of prices or `options` say so.
struct SearchedPlan {
  plan::Plan plan;
  std::shared_ptr<const KnownChoice> choice;
};
RELATILE_INLINE SearchedPlan search_plan(const std::vector<tra::NodePtr>& roots,
                                         const std::vector<tra::NodePtr>& results, int num_sites,
                                         const PlanOptions& options, std::int64_t message_limit);

/// The plan by which a program follows the cheapest of some choices that were made for programs of
/// its form. Nothing where it would cost more than `most`, or does not keep within
/// options.memory_per_rank: then it is to be searched for. It is not called optimal, but on one
/// site, where nothing moves.
///
///   graph  all nodes, operands first, as the planner lists them
RELATILE_INLINE std::optional<plan::Plan> plan_that_follows(
    const std::vector<std::shared_ptr<const KnownChoice>>& choices, double most,
    const std::vector<tra::NodePtr>& graph, const std::vector<tra::NodePtr>& results,
    const PlanOptions& options, std::int64_t message_limit);

/// What of it passes go by, for messages of at most `message_limit` bytes; it refers to `options`.
inline pass::PassOptions pass_options(const PlanOptions& options, std::int64_t message_limit) {
  return {options.panel_bytes,     options.cache,           options.machine,
          options.memory_per_rank, options.disabled_passes, message_limit};
}

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/plan_for.hpp"
#endif
