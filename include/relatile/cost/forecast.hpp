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
  result.new_memory_seconds = seconds_of_new_memory(machine, result.allocated).value;
  const PanelsInCache panels(plan);
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    // A lane has no time for what is read in place.
    result.seconds.push_back(plan.hosts.empty()
                                 ? lanes.seconds[s]
                                 : seconds_of(machine, plan, panels, plan.steps[s]).value);
  }
  return result;
}

}  // namespace relatile::cost
