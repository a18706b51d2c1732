// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/verify.hpp"

#include <iterator>

#include "relatile/core/assert.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::plan {

RELATILE_INLINE void verify(const Plan& plan) {
  const std::vector<int> sites = plan.sites_to_look_at();
  std::vector<int> to_come(plan.values.size(), -1);  // slices; -1: nothing has been made
  for (const auto& step : plan.steps) {
    for (int input : step.inputs) RELATILE_ASSERT(nth(to_come, input) == 0);
    int& rest = nth(to_come, step.output);
    RELATILE_ASSERT(rest == (step.slice.index == 0 ? -1 : step.slice.count - step.slice.index));
    rest = step.slice.count - step.slice.index - 1;
    if (step.kind == StepKind::exchange) {
      const auto& have = nth(plan.values, step.inputs[0]).placement;
      const auto check = [&](const Transfer& t) {
        RELATILE_ASSERT(t.from != t.to && have.holds(t.from, t.region));
      };
      if (std::ssize(sites) == plan.num_sites) {
        for (const auto& t : step.exchange.transfers) check(t);
      } else {
        for (const int site : sites) {
          for (const auto& t : step.exchange.transfers.into(site)) check(t);
        }
      }
    }
    if (step.kind != StepKind::local || step.iteration.empty()) continue;
    const tra::Node& node = *nth(plan.nodes, step.node);
    for (std::size_t slot = 0; slot < step.inputs.size(); ++slot) {
      const Value& operand = nth(plan.values, step.inputs[slot]);
      RELATILE_ASSERT(!operand.partial);
      for (const int site : sites) {
        const Box box = nth(step.iteration, site);
        if (node.type.elements && node.kind() != tra::Kind::unblocks) {
          RELATILE_ASSERT(operand.placement.holds(site, node.accesses[slot].image(box)));
        }
      }
    }
  }
  for (const auto& [node, value] : plan.results) {
    RELATILE_ASSERT(!nth(plan.values, value).partial);
    RELATILE_ASSERT(nth(to_come, value) == 0);
  }
}

}  // namespace relatile::plan
