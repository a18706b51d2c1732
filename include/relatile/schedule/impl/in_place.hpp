// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/schedule/in_place.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::schedule {

RELATILE_INLINE bool is_in_place(const plan::Plan& plan, const plan::Step& step,
                                 const plan::Transfer& transfer) {
  if (!plan.hosts.share(transfer.from, transfer.to)) return false;
  const tra::RelationType& type = nth(plan.nodes, step.node)->type;
  return type.elements && type.bytes_in(transfer.region).value >= plan.hosts.in_place_bytes;
}

}  // namespace relatile::schedule

namespace relatile::schedule::detail {

RELATILE_INLINE bool only_kernels_read(const plan::Plan& plan, int value) {
  for (const auto& result : plan.results) {
    if (result.second == value) return false;
  }
  return std::none_of(plan.steps.begin(), plan.steps.end(), [&](const plan::Step& step) {
    return step.kind != plan::StepKind::local &&
           std::find(step.inputs.begin(), step.inputs.end(), value) != step.inputs.end();
  });
}

}  // namespace relatile::schedule::detail

namespace relatile::schedule {

RELATILE_INLINE std::vector<char> lent_values(const plan::Plan& plan) {
  std::vector<char> lent(plan.values.size(), plan.hosts.empty() ? 0 : 1);
  for (const auto& result : plan.results) nth(lent, result.second) = 0;
  for (const plan::Step& step : plan.steps) {
    if (step.kind == plan::StepKind::local) continue;
    for (const int input : step.inputs) nth(lent, input) = 0;
  }
  return lent;
}

RELATILE_INLINE std::optional<plan::Transfer> only_neighbour(const plan::Plan& plan,
                                                             const plan::Step& step, int site) {
  const auto boxes = nth(plan.values, step.output).placement.of(site);
  if (boxes.size() != 1) return std::nullopt;
  auto first = step.exchange.transfers.first_into(site);
  const bool all = first && first->region == boxes.front() && is_in_place(plan, step, *first);
  return all ? std::move(first) : std::nullopt;
}

RELATILE_INLINE std::optional<plan::Transfer> borrowed(const plan::Plan& plan,
                                                       const plan::Step& step, int site) {
  if (plan.hosts.empty() || step.kind != plan::StepKind::exchange || step.exchange.reduces) {
    return std::nullopt;
  }
  auto lender = only_neighbour(plan, step, site);
  return lender && detail::only_kernels_read(plan, step.output) ? std::move(lender) : std::nullopt;
}

}  // namespace relatile::schedule
