// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/planner/plan_options.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// What a program costs if it is to take no more than so much memory.
struct MemoryPoint {
  Bytes peak;          ///< of the fullest site, counted as schedule::SitePeak says
  Bytes moved;         ///< by all sites
  double price = 0;    ///< in the objective's unit
  double seconds = 0;  ///< predicted, exchanges overlapped as far as the plan lets them
  std::string how;     ///< "as planned", "in slices", ...
};

/// What memory buys: first the plan without a cap, then ever smaller ones, each the cheapest that
/// is found with as much memory as it takes (of those after it each is dearer). With a cap between
/// two of them, evaluate follows the smaller.
///
///   complexity  that of the hardest search within a cap: dozens of plans are made
///   errors      those of plan_for, but for OutOfMemory
RELATILE_INLINE std::vector<MemoryPoint> memory_curve(const std::vector<tra::NodePtr>& roots,
                                                      const std::vector<tra::NodePtr>& results,
                                                      int num_sites, PlanOptions options,
                                                      std::int64_t message_limit);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/memory_curve.hpp"
#endif
