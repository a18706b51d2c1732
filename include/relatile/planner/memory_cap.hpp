// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/hosts.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/chosen_plan.hpp"
#include "relatile/planner/less_memory.hpp"
#include "relatile/planner/plan_shrinker.hpp"
#include "relatile/planner/space/problem.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// The cheapest plan that keeps within a cap, of those that a search for less memory meets: of
/// every choice the first that fits. The cap only says where to stop, so the least peak that was
/// met is the smallest cap that would do.
class WithinMemory {
 public:
  /// `tried` is a plan that does not fit, if there is one.
  WithinMemory(std::int64_t cap, std::optional<MeasuredPlan> tried);

  /// Throws OutOfMemory if no plan that was met fits.
  ChosenPlan run(const LessMemory& search, const Assignment& first);

 private:
  GoOn consider(const Assignment& first, const Assignment& assignment, const MeasuredPlan& met);

  std::int64_t cap_;
  std::optional<MeasuredPlan> best_;   ///< the cheapest that fits
  Assignment best_assignment_;         ///< what it executes
  std::optional<MeasuredPlan> least_;  ///< the smallest that does not
};

/// A plan by the planner that keeps within `cap` bytes of memory a site, counted as
/// schedule::SitePeak says. `first` is what it chooses without a cap, `tried` a plan that does not
/// fit, if there is one.
///
///   errors  OutOfMemory if no such plan is found: before anything is allocated or sent
RELATILE_INLINE ChosenPlan plan_within_memory(const Problem& problem, const Assignment& first,
                                              const Choose& choose,
                                              const std::vector<tra::NodePtr>& results,
                                              std::int64_t message_limit, std::int64_t cap,
                                              plan::Hosts hosts = {},
                                              std::optional<MeasuredPlan> tried = {});

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/memory_cap.hpp"
#endif
