// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/hosts.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/plan_shrinker.hpp"
#include "relatile/planner/problem.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// A planner: what it chooses for a problem.
using Choose = std::function<Assignment(const Problem&)>;

/// A choice, and the plan by which it keeps within a cap.
struct FittedPlan {
  Assignment assignment;
  plan::Plan plan;
};

/// Finds the cheapest plan that keeps within a cap: the planner's own choice, that choice with its
/// steps in another order or in slices, or what the planner chooses when memory costs something.
///
/// All that is tried depends on the problem, not on the cap, which only says where to stop. So the
/// least peak that was met is the smallest cap that would do.
class WithinMemory {
 public:
  WithinMemory(const Problem& problem, const Choose& choose,
               const std::vector<tra::NodePtr>& results, std::int64_t message_limit,
               std::int64_t cap, plan::Hosts hosts, std::optional<MeasuredPlan> tried);

  /// Throws OutOfMemory if no plan that was tried fits.
  FittedPlan run(const Assignment& first);

 private:
  /// What a byte costs, in shares of what the whole choice costs per byte it needs: from next to
  /// nothing to more than all else.
  static constexpr std::array prices_of_byte{0.02, 0.1, 0.5, 2.0, 10.0, 1e3, 1e6};

  void consider_others(const Assignment& first);

  /// Shrinks the plan of a choice until it fits, or can't be shrunk.
  void consider(const Assignment& assignment);

  const Problem& problem_;
  const Choose& choose_;
  const std::vector<tra::NodePtr>& results_;
  std::int64_t message_limit_;
  std::int64_t cap_;
  plan::Hosts hosts_;
  double first_peak_ = 0;              ///< of the first choice, as it is
  std::optional<MeasuredPlan> best_;   ///< the cheapest that fits
  Assignment best_assignment_;         ///< what it executes
  std::optional<MeasuredPlan> least_;  ///< the smallest that does not
};

/// A plan by the planner that keeps within `cap` bytes of memory a site, counted as
/// schedule::SitePeak says. `first` is what it chooses without a cap, `tried` a plan that does not
/// fit, if there is one.
///
///   errors  OutOfMemory if no such plan is found: before anything is allocated or sent
RELATILE_INLINE FittedPlan plan_within_memory(const Problem& problem, const Assignment& first,
                                              const Choose& choose,
                                              const std::vector<tra::NodePtr>& results,
                                              std::int64_t message_limit, std::int64_t cap,
                                              plan::Hosts hosts = {},
                                              std::optional<MeasuredPlan> tried = {});

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/memory_cap.hpp"
#endif
