// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "relatile/cost/in_place.hpp"
#include "relatile/cost/schedule.hpp"
#include "relatile/cost/time.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::cost {

/// The steps of a plan on two lanes: kernels one after the other on one, on the other what travels
/// meanwhile. Every step takes as long as on the slowest site.
struct Lanes {
  std::vector<double> seconds;  ///< per step
  std::vector<char> travels;    ///< per step, whether kernels can run meanwhile
};

/// The time of an exchange's messages; what is read in place takes none.
inline double seconds_of_messages(const Machine& machine, const plan::Plan& plan,
                                  const plan::Step& step) {
  if (plan.hosts.empty()) return seconds_of(machine, plan, step).value;
  plan::Step sent = step;
  std::erase_if(sent.exchange.transfers,
                [&](const plan::Transfer& transfer) { return is_in_place(plan, step, transfer); });
  return sent.exchange.transfers.empty() ? 0 : seconds_of(machine, plan, sent).value;
}

inline Lanes lanes_of(const Machine& machine, const plan::Plan& plan) {
  Lanes lanes;
  for (const auto& step : plan.steps) {
    const bool exchange = step.kind == plan::StepKind::exchange;
    const double seconds =
        exchange ? seconds_of_messages(machine, plan, step) : seconds_of(machine, plan, step).value;
    const bool elements = plan.nodes[static_cast<std::size_t>(step.node)]->type.elements;
    lanes.seconds.push_back(seconds);
    lanes.travels.push_back(exchange && elements && seconds > 0);
  }
  return lanes;
}

/// The time of a plan whose exchanges travel while kernels run, as far as the order of its steps
/// lets them (cost/schedule.hpp). They share the network: one waits for another.
inline double overlapped_seconds(const plan::Plan& plan, const Lanes& lanes) {
  const auto travels = [&](std::size_t s) { return lanes.travels[s] != 0; };
  std::vector<std::vector<std::size_t>> begun(plan.steps.size());
  const std::vector<int> begins = begins_of(plan, travels);
  for (std::size_t s = 0; s < begins.size(); ++s) {
    if (travels(s)) begun[static_cast<std::size_t>(begins[s])].push_back(s);
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
