// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>

#include "relatile/core/nth.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::engine {

/// A step of a plan as those read it who wait for it.
inline std::string place_in(const plan::Plan& plan, std::size_t s) {
  if (s >= plan.steps.size()) return "the end of its plan";
  const plan::Step& step = plan.steps[s];
  return "step " + std::to_string(s + 1) + " of " + std::to_string(plan.steps.size()) + ": " +
         (step.kind == plan::StepKind::exchange ? "the exchange of " : "") +
         tra::description(*nth(plan.nodes, step.node));
}

}  // namespace relatile::engine
