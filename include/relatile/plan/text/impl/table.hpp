// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/text/table.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

#include "relatile/core/extents.hpp"
#include "relatile/plan/step_facts.hpp"
#include "relatile/plan/text/columns.hpp"
#include "relatile/plan/text/expected.hpp"
#include "relatile/plan/text/folded.hpp"
#include "relatile/plan/text/print.hpp"
#include "relatile/plan/traffic.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::plan::detail {

RELATILE_INLINE std::string operation_text(const Plan& plan, const Step& step) {
  const tra::Node& node = node_of(plan, step);
  if (step.kind == StepKind::stored) {
    return "stored " + (!node.title.empty() ? node.title : node.name.empty() ? "input" : node.name);
  }
  std::string text = step.kind == StepKind::exchange ? operator_name(plan, step)
                     : !node.title.empty()           ? node.title
                                                     : node.name;
  text += operands_text(step);
  if (step.slice.index == all_slices) text += " in " + std::to_string(step.slice.count) + " parts";
  return text;
}

RELATILE_INLINE void print_steps(std::ostream& out, const Plan& plan, Figures figures) {
  // With two spaces before each they are table_width.
  Columns columns({{"", 4},
                   {"operator", 26},
                   {"result", 16},
                   {"where", 18},
                   {"moves", 8, true},
                   {"predicted", 9, true},
                   {"share", 5, true},
                   {"measured", 8, true},
                   {"holds", 8, true}});
  const double all = figures.has_seconds() ? figures.forecast->total_seconds() : 0;
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    const Step& step = plan.steps[s];
    const Value& made = output_of(plan, step);
    const tra::Node& node = node_of(plan, step);
    const bool moves = step.kind == StepKind::exchange;
    const bool runs = step.kind != StepKind::stored;
    std::string predicted;
    std::string share;
    if (runs && figures.has_seconds()) {
      const double seconds = figures.forecast->seconds[s];
      predicted = seconds_text(seconds);
      if (all > 0) share = scaled_text(100 * seconds / all, "%");
    }
    columns.add({value_name(step.output), operation_text(plan, step),
                 (node.type.elements ? "" : "keys ") + to_string(node.type.extents),
                 (made.partial ? "partial " : "") + made.placement.text,
                 moves ? (step.estimated ? "~" : "") + bytes_text(step.traffic->total()) : "",
                 predicted, share,
                 runs && figures.measured ? seconds_text(figures.measured->seconds[s]) : "",
                 bytes_text(fullest_site(plan, step))});
  }
  columns.write(out);
}

RELATILE_INLINE void print_sums(std::ostream& out, const Plan& plan, Figures figures) {
  const Traffic total = plan.traffic();
  out << "  total " << (plan.is_estimated() ? "about " : "") << bytes_text(total.total()) << " in "
      << messages_text(total.total_messages());
  if (figures.measured) {
    const Traffic sent = figures.measured->sent(plan.num_sites);
    out << " (sent " << bytes_text(sent.total()) << ')';
  }
  out << ", " << scaled_text(static_cast<double>(plan.total_flops().value), "flop");
  if (figures.forecast) out << ", peak " << bytes_text(figures.forecast->peak);
  out << '\n';
  if (!figures.has_seconds()) return;
  out << "  time  " << predicted_seconds_text(*figures.forecast, plan.num_sites);
  if (figures.measured) out << ", took " << seconds_text(figures.measured->total_seconds);
  out << '\n';
  print_new_memory(out, *figures.forecast);
}

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE void print_table(std::ostream& out, const Plan& whole, Figures whole_figures) {
  const Folded folded(whole, whole_figures, 2);
  const Plan& plan = folded.plan();
  const Figures figures = folded.figures();
  detail::print_heading(out, plan);
  for (const AppliedRule& rule : plan.rules) out << "  rule  " << detail::rule_text(rule) << '\n';
  detail::print_steps(out, plan, figures);
  detail::print_sums(out, plan, figures);
  detail::print_expected(out, plan);
  if (plan.alternatives.empty()) return;
  detail::Columns rejected({{"rejected", 44}, {"moves", 8, true}, {"because", 60}});
  for (const auto& other : plan.alternatives) {
    rejected.add({other.text, detail::bytes_text(other.bytes), other.reason});
  }
  rejected.write(out);
}

}  // namespace relatile::plan
