// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/agreement.hpp"
#include "relatile/cost/overlap.hpp"
#include "relatile/cost/peak_memory.hpp"
#include "relatile/cost/time.hpp"
#include "relatile/plan/measured.hpp"

namespace relatile::cost {

/// The memory that a plan will take on every site, as the engine lays it out; without times.
inline plan::Forecast forecast_memory(const plan::Plan& plan) {
  const PlanPeak peak = plan_peak(plan);
  plan::Forecast forecast;
  for (const auto bytes : peak.live) forecast.live.push_back(Bytes{bytes});
  forecast.peak = Bytes{peak.peak.total()};
  forecast.allocated = Bytes{peak.allocated};
  forecast.agreement = agreement_on(plan);
  return forecast;
}

/// Its memory, and its times on that machine.
inline plan::Forecast forecast(const plan::Plan& plan, const Machine& machine) {
  plan::Forecast result = forecast_memory(plan);
  for (const auto& step : plan.steps) {
    result.seconds.push_back(seconds_of(machine, plan, step).value);
  }
  result.overlapped_seconds = overlapped_seconds(plan, lanes_of(machine, plan));
  return result;
}

}  // namespace relatile::cost
