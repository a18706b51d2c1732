// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "relatile/cost/machine.hpp"
#include "relatile/passes/cache_limits.hpp"
#include "relatile/plan/hosts.hpp"

namespace relatile::planner {

/// How to plan: by which planner, for which objective, on which machine, within which memory.
struct PlanOptions {
  std::string planner = "optimal";
  std::string objective = "time";
  cost::Machine machine;
  std::int64_t memory_per_rank = 0;  ///< bytes; 0: as much as it takes
  plan::Hosts hosts;                 ///< known to a context; without them all that moves is sent
  /// What a site is sent for a product, or of the contributions to one, comes in panels, some while
  /// others are multiplied, if it is more than that, in bytes; 0: all at once.
  std::int64_t panel_bytes = std::int64_t(1) << 21;
  /// Rules that are not to run, by name: merge_equal, fewer_windows, reduce_windows,
  /// push_views, fuse_maps (rules/graph_rules.hpp).
  std::vector<std::string> disabled_rules{};
  /// Passes that are not to run, by name: panels, reduce_panels, cache_panels,
  /// critical_path (passes/passes.hpp).
  std::vector<std::string> disabled_passes{};
  /// A program that differs from one planned before in no more than where slices begin follows what
  /// was chosen for that one (planner/plan_history.hpp); false: it is searched for anew.
  bool follow_known_choices = true;
  pass::CacheLimits cache;  ///< when steps run panel by panel, while a panel is in cache
  friend bool operator==(const PlanOptions&, const PlanOptions&) = default;
};

}  // namespace relatile::planner
