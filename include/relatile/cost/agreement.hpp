// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/core/control_messages.hpp"
#include "relatile/cost/in_place.hpp"
#include "relatile/plan/measured.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::cost {

/// How many numbers a site tells of a run when it ends: its first failure, its memory, its seconds,
/// and six of each step.
inline std::int64_t num_outcome_numbers(const plan::Plan& plan) {
  return 3 + 6 * static_cast<std::int64_t>(plan.steps.size());
}

/// How many pieces the site that shows most of them shows its neighbours.
inline std::int64_t most_shown_pieces(const plan::Plan& plan) {
  if (plan.hosts.empty()) return 0;
  std::vector<std::int64_t> shown(static_cast<std::size_t>(plan.num_sites), 0);
  for (const auto& step : plan.steps) {
    if (step.kind != plan::StepKind::exchange) continue;
    for (const auto& transfer : step.exchange.transfers) {
      if (is_in_place(plan, step, transfer)) ++shown[static_cast<std::size_t>(transfer.from)];
    }
  }
  return *std::max_element(shown.begin(), shown.end());
}

/// What all sites tell each other to agree on a plan and on its outcome, beside the data it moves:
/// that they have the same plan, where neighbours read it, and how it ended. Of a run that fails,
/// and where sites of one host turn out not to see each other's memory, it is more.
inline plan::Agreement agreement_on(const plan::Plan& plan) {
  plan::Agreement all;
  const std::int64_t pairs = std::int64_t(plan.num_sites) * (plan.num_sites - 1);
  const auto gather = [&](std::int64_t numbers) {
    all.bytes += Bytes{ControlMessage::for_numbers(numbers).value * pairs};
    all.messages += Messages{pairs * (numbers > ControlMessage::room ? 2 : 1)};
  };
  gather(4);
  if (const std::int64_t pieces = most_shown_pieces(plan)) gather(pieces);
  gather(num_outcome_numbers(plan));
  return all;
}

}  // namespace relatile::cost
