// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/contraction_bounds.hpp"
#include "relatile/cost/overlap.hpp"
#include "relatile/cost/time.hpp"
#include "relatile/plan/measured.hpp"
#include "relatile/schedule/agreement.hpp"
#include "relatile/schedule/peak_memory.hpp"

namespace relatile::cost {

/// The memory that a plan will take on every site, as the engine lays it out (of more than 64
/// sites, on three of them); without times.
inline plan::Forecast forecast_memory(const plan::Plan& plan) {
  const schedule::PlanPeak peak = schedule::about_plan_peak(plan);
  plan::Forecast forecast;
  for (const auto bytes : peak.live) forecast.live.push_back(Bytes{bytes});
  forecast.peak = Bytes{peak.peak.total()};
  forecast.allocated = Bytes{peak.allocated};
  forecast.agreement = schedule::agreement_on(plan);
  forecast.bounds = contraction_bounds(plan);
  return forecast;
}

/// Its memory, and its times on that machine.
inline plan::Forecast forecast(const plan::Plan& plan, const Machine& machine) {
  plan::Forecast result = forecast_memory(plan);
  const Lanes lanes = lanes_of(machine, plan);
  result.overlapped_seconds = overlapped_seconds(plan, lanes);
  result.machine_was_measured = machine.measured;
  result.machine_nodes = machine.nodes;
  result.machine_ranks_per_node = machine.ranks_per_node;
  result.new_memory_seconds = seconds_of_new_memory(machine, result.allocated).value;
  if (plan.hosts.empty()) {
    result.seconds = lanes.seconds;
    return result;
  }
  const PanelsInCache panels(plan);
  for (const plan::Step& step : plan.steps) {  // a lane has no time for what kernels read in place
    result.seconds.push_back(seconds_of(machine, plan, panels, step).value);
  }
  return result;
}

}  // namespace relatile::cost
