// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>
#include <string_view>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

/// A way to choose a plan.
struct Planner {
  std::string_view name;
  std::string_view description;  ///< one line
  Choose plan;
  /// For more sites the optimum does not start from it: it takes longer than that can be worth.
  int most_sites_to_start_from = std::numeric_limits<int>::max();
  bool searches = false;  ///< it looks for what it leaves open, starting from planners that do not
};

/// The planners that go by a rule: one plan for every join, one tiling for every array, data
/// parallelism, and those that were added. The optimum starts from them where it can't be found
/// exactly.
RELATILE_INLINE const std::vector<Planner>& heuristics();

/// One more of them; before main, or while no other thread plans. The texts must live as long as
/// the program. What it throws in planning ends a search that starts from it.
///
///   errors  UnsupportedPlan if there is one of that name
RELATILE_INLINE void add_planner(const Planner& planner);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/heuristics.hpp"
#endif
