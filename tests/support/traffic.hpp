// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <relatile/engine/report.hpp>
#include <relatile/plan/step_facts.hpp>
#include <relatile/tra/node.hpp>

#include "support/catch.hpp"

namespace relatile::test {

/// Requires what every plan promises: each step sent, received and messaged, on each site, exactly
/// what was predicted.
inline void require_exact_traffic(const engine::Report& report) {
  REQUIRE(report.measured.traffic.size() == report.plan.steps.size());
  for (std::size_t s = 0; s < report.plan.steps.size(); ++s) {
    const plan::Step& step = report.plan.steps[s];
    const plan::Traffic& measured = report.measured.traffic[s];
    const bool exchanges = step.kind == plan::StepKind::exchange;
    const plan::Traffic predicted =
        exchanges ? *step.traffic : plan::Traffic(report.plan.num_sites);
    if (measured == predicted) continue;
    CAPTURE(s, plan::operator_name(report.plan, step));
    for (std::size_t site = 0; site < measured.sent.size(); ++site) {
      CAPTURE(site);
      REQUIRE(measured.sent[site].value == predicted.sent[site].value);
      REQUIRE(measured.received[site].value == predicted.received[site].value);
      REQUIRE(measured.messages[site].value == predicted.messages[site].value);
    }
    REQUIRE((!exchanges && measured.total() == Bytes{0}));
  }
}

/// The same of what has been evaluated, if anything had to be done for it.
inline void require_report(const tra::NodePtr& node) {
  if (!node->value->report) return;
  require_exact_traffic(*static_cast<const engine::Report*>(node->value->report.get()));
}

}  // namespace relatile::test
