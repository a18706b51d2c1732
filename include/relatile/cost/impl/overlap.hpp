// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/overlap.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/cost/time.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/schedule/begins.hpp"
#include "relatile/schedule/in_place.hpp"

namespace relatile::cost {

RELATILE_INLINE double seconds_of_messages(const Machine& machine, const plan::Plan& plan,
                                           const plan::Step& step) {
  if (plan.hosts.empty()) return seconds_of(machine, plan, step).value;
  plan::Step sent = step;
  std::vector<plan::Transfer> transfers = step.exchange.transfers.written_out();
  std::erase_if(transfers, [&](const plan::Transfer& transfer) {
    return schedule::is_in_place(plan, step, transfer);
  });
  sent.exchange.transfers = std::move(transfers);
  return sent.exchange.transfers.empty() ? 0 : seconds_of(machine, plan, sent).value;
}

RELATILE_INLINE Lanes lanes_of(const Machine& machine, const plan::Plan& plan) {
  Lanes lanes;
  std::map<std::pair<const void*, bool>, double> known;  // of exchanges that are alike
  for (const auto& step : plan.steps) {
    const bool exchange = step.kind == plan::StepKind::exchange;
    double seconds = 0;
    if (exchange) {
      const std::pair alike(step.exchange.transfers.identity(), step.slice.index > 0);
      const auto [found, is_new] = known.try_emplace(alike, 0);
      if (is_new || !alike.first) found->second = seconds_of_messages(machine, plan, step);
      seconds = found->second;
    } else {
      seconds = seconds_of(machine, plan, step).value;
    }
    const bool elements = nth(plan.nodes, step.node)->type.elements;
    lanes.seconds.push_back(seconds);
    lanes.travels.push_back(exchange && elements && seconds > 0);
  }
  return lanes;
}

RELATILE_INLINE double overlapped_seconds(const plan::Plan& plan, const Lanes& lanes) {
  const auto travels = [&](std::size_t s) { return lanes.travels[s] != 0; };
  std::vector<std::vector<std::size_t>> begun(plan.steps.size());
  const std::vector<int> begins = schedule::begins_of(plan, travels);
  for (std::size_t s = 0; s < begins.size(); ++s) {
    if (travels(s)) nth(begun, begins[s]).push_back(s);
  }
  std::vector<double> arrives(plan.steps.size(), 0);
  double now = 0;
  double network = 0;
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    for (const std::size_t exchange : begun[s]) {
      network = std::max(network, now) + lanes.seconds[exchange];
      arrives[exchange] = network;
    }
    now = travels(s) ? std::max(now, arrives[s]) : now + lanes.seconds[s];
  }
  return now;
}

}  // namespace relatile::cost
