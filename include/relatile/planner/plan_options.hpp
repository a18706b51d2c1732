// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/cost/machine.hpp"

namespace relatile::planner {

/// How to plan: by which planner, for which objective, on which machine, within which memory.
struct PlanOptions {
  std::string planner = "optimal";
  std::string objective = "time";
  cost::Machine machine;
  std::int64_t memory_per_rank = 0;  ///< bytes; 0: as much as it takes
  friend bool operator==(const PlanOptions&, const PlanOptions&) = default;
};

}  // namespace relatile::planner
