// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include "relatile/core/nth.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::schedule {

/// Whether a kernel of a plan may throw: one of the user's, or one that meets what indices hold.
/// Plans that differ in that alone may have the same form, so it is asked of each that runs.
inline bool may_fail(const plan::Plan& plan) {
  const auto safe = [](const KernelIdentity& kernel) { return kernel.pure && !kernel.may_throw; };
  return std::any_of(plan.steps.begin(), plan.steps.end(), [&](const plan::Step& step) {
    const tra::Node& node = *nth(plan.nodes, step.node);
    if (step.kind == plan::StepKind::stored) return false;
    if (!node.type.elements || node.selects()) return true;
    if (node.reduction() && !safe(node.reduction()->kernel_identity)) return true;
    if (node.kind() == tra::Kind::contract || node.rearranges()) return false;
    if (node.kind() != tra::Kind::map) return true;
    const auto& stages = node.program()->stages;
    return !std::all_of(stages.begin(), stages.end(),
                        [&](const Stage& stage) { return safe(stage.identity); });
  });
}

}  // namespace relatile::schedule
