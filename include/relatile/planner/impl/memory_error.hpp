// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/memory_error.hpp"

#include <algorithm>
#include <string>

#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/units.hpp"
#include "relatile/schedule/memory_plan.hpp"

namespace relatile::planner {

RELATILE_INLINE const tra::Node& neediest_node(const plan::Plan& plan,
                                               const schedule::PlanPeak& peak) {
  const schedule::MemoryPlan memory = schedule::plan_memory(plan, peak.site);
  std::size_t neediest = 0;
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    if (memory.live_bytes[s] > memory.live_bytes[neediest]) neediest = s;
  }
  // What is moved is moved for the operator that comes next.
  for (std::size_t s = neediest; s < plan.steps.size(); ++s) {
    if (plan.steps[s].kind != plan::StepKind::local) continue;
    neediest = s;
    break;
  }
  return *nth(plan.nodes, plan.steps[neediest].node);
}

RELATILE_INLINE void throw_out_of_memory(const plan::Plan& plan, const schedule::PlanPeak& peak,
                                         std::int64_t cap) {
  const tra::Node& node = neediest_node(plan, peak);
  const std::int64_t needed = peak.peak.total();
  const std::int64_t missing = needed - cap;
  std::string text =
      "relatile: memory_per_rank of " + grouped(cap) + " bytes: " + grouped(missing) +
      (missing == 1 ? " byte is" : " bytes are") + " missing; the smallest that does is " +
      grouped(needed) + ". Most is needed for " + tra::description(node) + " of shape " +
      to_string(node.type.extents) + " on site " + std::to_string(peak.site) + ": " +
      grouped(peak.peak.inputs) + " bytes of stored inputs, " + grouped(peak.peak.results) +
      " of results, and " + grouped(peak.peak.arena + peak.peak.objects) + " on the way. ";
  const auto& largest = std::max({peak.peak.inputs, peak.peak.results, peak.peak.arena});
  if (largest == peak.peak.inputs) {
    text += "Spread the inputs over more ranks, or store fewer copies of them";
  } else if (largest == peak.peak.results) {
    text += "Use more ranks, or evaluate less at once: every array that has a name is a result";
  } else {
    text += "Use more ranks, smaller operands or blocks, or raise memory_per_rank";
  }
  throw OutOfMemory(text, missing, needed);
}

}  // namespace relatile::planner
