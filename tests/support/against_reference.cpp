// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/against_reference.hpp"

namespace relatile::test {

void require_exact(const engine::Report& report) {
  for (std::size_t s = 0; s < report.plan.steps.size(); ++s) {
    const plan::Step& step = report.plan.steps[s];
    if (step.kind == plan::StepKind::exchange) {
      REQUIRE(*step.traffic == report.measured.traffic[s]);
    } else {
      REQUIRE(report.measured.traffic[s].total() == Bytes{0});
    }
  }
}

void require_reference_of(const tra::NodePtr& node, double tolerance,
                          Disagreement* disagreement_of) {
  const Handle kept = handle_of(*node);
  const reference::Value expected = reference::evaluate(node);
  Session::current().evaluate({node});
  if (const auto& report = node->value->report) {
    require_exact(*static_cast<const engine::Report*>(report.get()));
  }
  const reference::Value actual = reference::from_stored(*node);
  REQUIRE(actual.elements.size() == expected.elements.size());
  const Extents& shape = node->type.extents;
  const std::string difference =
      disagreement_of(actual.elements.data(), expected.elements.data(), volume(shape), tolerance);
  if (difference.empty()) return;
  CAPTURE(to_string(shape), difference);
  REQUIRE(difference.empty());
}

}  // namespace relatile::test
