// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/agreement.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "relatile/core/control_messages.hpp"
#include "relatile/core/units.hpp"
#include "relatile/cost/in_place.hpp"

namespace relatile::cost {

RELATILE_INLINE std::int64_t most_shown_pieces(const plan::Plan& plan) {
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

RELATILE_INLINE plan::Agreement agreement_on(const plan::Plan& plan) {
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
