// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/text/dot.hpp"

#include "relatile/core/extents.hpp"
#include "relatile/core/text/utf8.hpp"
#include "relatile/plan/step_facts.hpp"
#include "relatile/plan/text/print.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::plan::detail {

RELATILE_INLINE std::string dot_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : to_valid_utf8(text)) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '\n') {
      quoted += "\\n";
    } else {
      quoted += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
    }
  }
  return quoted + '"';
}

RELATILE_INLINE std::string dot_label(const Plan& plan, std::size_t s, Figures figures) {
  const Step& step = plan.steps[s];
  const tra::Node& node = node_of(plan, step);
  std::ostringstream label;
  print_operation(label, plan, step);
  label << '\n'
        << (output_of(plan, step).partial ? "partial " : "") << output_of(plan, step).placement.text
        << ' ' << to_string(node.type.extents) << '\n';
  print_cost(label, plan, s, figures);
  if (!node.where.empty()) label << '\n' << node.where;
  return label.str();
}

RELATILE_INLINE const char* dot_style(const Step& step) {
  switch (step.kind) {
    case StepKind::stored: return "shape=cylinder";
    case StepKind::exchange: return "shape=ellipse, style=filled, fillcolor=\"#ffe0b0\"";
    default: return "shape=box, style=filled, fillcolor=\"#d8e8ff\"";
  }
}

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE void write_dot(std::ostream& out, const Plan& plan, Figures figures) {
  out << "digraph plan {\n  rankdir=TB;\n  node [fontname=\"sans-serif\", fontsize=10];\n";
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    const Step& step = plan.steps[s];
    bool result = false;
    for (const auto& kept : plan.results) result = result || kept.second == step.output;
    if (step.slice.index == 0) {
      out << "  " << value_name(step.output) << " ["
          << "label=" << detail::dot_string(detail::dot_label(plan, s, figures)) << ", "
          << detail::dot_style(step) << (result ? ", peripheries=2" : "") << "];\n";
    }
    for (int input : step.inputs) {
      out << "  " << value_name(input) << " -> " << value_name(step.output) << ";\n";
    }
  }
  out << "}\n";
}

}  // namespace relatile::plan
