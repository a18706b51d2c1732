// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/text/expected.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "relatile/core/extents.hpp"
#include "relatile/plan/step_facts.hpp"
#include "relatile/plan/text/columns.hpp"
#include "relatile/plan/text/table.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::plan::detail {

RELATILE_INLINE double Expectation::quotient() const {
  const double a = std::max(expected, 1.0);
  const double b = std::max(found, 1.0);
  return std::max(a / b, b / a);
}

RELATILE_INLINE std::optional<ExpectedSizes> expected_sizes(const Plan& plan, const Step& step) {
  const tra::Node& node = node_of(plan, step);
  const auto* const pieces = tra::op_if<tra::OnPieces>(node);
  if (step.kind != StepKind::local || !pieces || !pieces->expected) return std::nullopt;
  return ExpectedSizes{{pieces->expected->elements, static_cast<double>(volume(node.type.extents))},
                       {pieces->expected->flops, static_cast<double>(pieces->work->back())}};
}

/// "1.21", of any size.
inline std::string times_text(const Expectation& one) {
  std::ostringstream out;
  out.precision(3);
  out << one.quotient();
  return out.str();
}

RELATILE_INLINE std::string expected_text(const Plan& plan, const Step& step) {
  const std::optional<ExpectedSizes> sizes = expected_sizes(plan, step);
  if (!sizes) return "";
  std::string text;
  const auto add = [&](const Expectation& one, const char* what) {
    text += ", ~" + grouped(std::llround(one.expected)) + what + " expected and " +
            grouped(std::llround(one.found)) + " found (" + times_text(one) + " times)";
  };
  add(sizes->entries, " entries");
  add(sizes->flops, " flops");
  return text;
}

RELATILE_INLINE void print_expected(std::ostream& out, const Plan& plan) {
  Columns columns({{"sparse product", 44},
                   {"entries", 8, true},
                   {"expected", 9, true},
                   {"times", 8, true},
                   {"flop", 8, true},
                   {"expected", 9, true},
                   {"times", 8, true}});
  std::set<int> shown;
  for (const Step& step : plan.steps) {
    const std::optional<ExpectedSizes> sizes = expected_sizes(plan, step);
    if (!sizes || !shown.insert(step.node).second) continue;
    columns.add({value_name(step.output) + " " + operation_text(plan, step),
                 scaled_text(sizes->entries.found, ""),
                 "~" + scaled_text(sizes->entries.expected, ""), times_text(sizes->entries),
                 scaled_text(sizes->flops.found, ""), "~" + scaled_text(sizes->flops.expected, ""),
                 times_text(sizes->flops)});
  }
  if (!shown.empty()) columns.write(out);
}

}  // namespace relatile::plan::detail
