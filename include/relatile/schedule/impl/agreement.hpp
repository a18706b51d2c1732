// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/schedule/agreement.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "relatile/core/control_messages.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/units.hpp"
#include "relatile/schedule/in_place.hpp"
#include "relatile/schedule/staging.hpp"

namespace relatile::schedule {

RELATILE_INLINE std::int64_t most_shown_pieces(const plan::Plan& plan) {
  if (plan.hosts.empty()) return 0;
  std::vector<std::int64_t> shown(static_cast<std::size_t>(plan.num_sites), 0);
  for (const auto& step : plan.steps) {
    if (step.kind != plan::StepKind::exchange) continue;
    for (const auto& transfer : step.exchange.transfers) {
      if (is_in_place(plan, step, transfer)) ++nth(shown, transfer.from);
    }
  }
  return *std::max_element(shown.begin(), shown.end());
}

RELATILE_INLINE std::int64_t most_objects_sent(const plan::Plan& plan, const plan::Step& step) {
  const tra::RelationType& type = nth(plan.nodes, step.node)->type;
  if (!type.block.object || step.kind != plan::StepKind::exchange) return 0;
  std::vector<std::int64_t> sent(static_cast<std::size_t>(plan.num_sites), 0);
  for (const auto& transfer : step.exchange.transfers) {
    for_each_key(type, transfer.region,
                 [&](std::int64_t, const Box&) { ++nth(sent, transfer.from); });
  }
  return *std::max_element(sent.begin(), sent.end());
}

RELATILE_INLINE std::int64_t most_objects_held(const plan::Plan& plan, int value) {
  const plan::Value& held = nth(plan.values, value);
  const tra::RelationType& type = nth(plan.nodes, held.node)->type;
  std::int64_t most = 0;
  if (!type.block.object || plan.num_sites == 1) return most;
  for (int site = 0; site < plan.num_sites; ++site) {
    std::int64_t count = 0;
    for_each_key(type, held.placement.of(site), [&](std::int64_t, const Box&) { ++count; });
    most = std::max(most, count);
  }
  return most;
}

RELATILE_INLINE std::int64_t num_outcome_numbers(const plan::Plan& plan) {
  std::int64_t numbers = 3 + 6 * static_cast<std::int64_t>(plan.steps.size());
  for (const auto& result : plan.results) numbers += most_objects_held(plan, result.second);
  return numbers;
}

RELATILE_INLINE plan::Agreement agreement_on(const plan::Plan& plan) {
  plan::Agreement all;
  const std::int64_t pairs = std::int64_t(plan.num_sites) * (plan.num_sites - 1);
  const std::int64_t rounds = plan.num_sites * ControlMessage::num_rounds(plan.num_sites);
  const auto gather = [&](std::int64_t numbers) {
    all.bytes += Bytes{ControlMessage::for_numbers(numbers).value * pairs};
    all.messages += Messages{rounds * (numbers > ControlMessage::room ? 2 : 1)};
  };
  gather(4);
  if (const std::int64_t pieces = most_shown_pieces(plan)) gather(pieces);
  for (const auto& step : plan.steps) {
    if (const std::int64_t objects = most_objects_sent(plan, step)) gather(objects);
  }
  gather(num_outcome_numbers(plan));
  return all;
}

}  // namespace relatile::schedule
