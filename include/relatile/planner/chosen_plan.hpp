// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/plan.hpp"
#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

/// A choice, and the plan that executes it, perhaps in slices.
struct ChosenPlan {
  Assignment assignment;
  plan::Plan plan;
};

}  // namespace relatile::planner
