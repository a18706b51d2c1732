// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/timetable.hpp"

#include "relatile/schedule/begins.hpp"
#include "relatile/schedule/in_place.hpp"

namespace relatile::engine {

RELATILE_INLINE Timetable::Timetable(const plan::Plan& plan, const std::vector<LocalSite>& local)
    : plan_(plan),
      begun_(plan.steps.size()),
      makers_(plan.values.size(), -1),
      first_makers_(plan.makers()),
      readers_(plan.steps.size() + 1) {
  list_begins();
  for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
    if (plan_.steps[s].kind == plan::StepKind::stored) continue;
    makers_[static_cast<std::size_t>(plan_.steps[s].output)] = static_cast<int>(s);
  }
  list_readers(local);
}

RELATILE_INLINE void Timetable::list_begins() {
  const std::vector<int> begins = schedule::begins_of(plan_);
  for (std::size_t s = 0; s < begins.size(); ++s) {
    const plan::Step& step = plan_.steps[s];
    if (step.kind != plan::StepKind::exchange) continue;
    if (!plan_.nodes[static_cast<std::size_t>(step.node)]->type.elements) continue;
    begun_[static_cast<std::size_t>(begins[s])].push_back(s);
  }
}

RELATILE_INLINE void Timetable::list_readers(const std::vector<LocalSite>& all_local) {
  if (plan_.hosts.empty()) return;
  for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
    const plan::Step& step = plan_.steps[s];
    if (step.kind != plan::StepKind::exchange || maker(step.inputs[0]) < 0) continue;
    for (const auto& local : all_local) {
      for (const auto& transfer : step.exchange.transfers.out_of(local.site)) {
        if (!schedule::is_in_place(plan_, step, transfer)) continue;
        const bool lent = schedule::borrowed(plan_, step, transfer.to) == transfer;
        const auto& last_use = local.memory.last_use;
        const int last =
            lent ? last_use[static_cast<std::size_t>(step.output)] : static_cast<int>(s);
        const int free = last_use[static_cast<std::size_t>(step.inputs[0])] + 1;
        readers_[static_cast<std::size_t>(free)].push_back({transfer.to, last});
      }
    }
  }
}

}  // namespace relatile::engine
