// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/text/print.hpp"

#include <iomanip>
#include <sstream>

#include "relatile/core/extents.hpp"
#include "relatile/plan/step_facts.hpp"
#include "relatile/plan/text/expected.hpp"
#include "relatile/plan/text/folded.hpp"
#include "relatile/plan/traffic.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::plan::detail {

RELATILE_INLINE std::string seconds_text(double seconds) {
  std::ostringstream out;
  out << std::setprecision(3);
  if (seconds >= 1) {
    out << seconds << " s";
  } else if (seconds >= 1e-3 || seconds == 0) {
    out << seconds * 1e3 << " ms";
  } else {
    out << seconds * 1e6 << " us";
  }
  return out.str();
}

RELATILE_INLINE void print_operation(std::ostream& out, const Plan& plan, const Step& step) {
  const tra::Node& node = node_of(plan, step);
  out << value_name(step.output) << " = " << operator_name(plan, step) << '(';
  if (step.kind == StepKind::stored) {
    out << (!node.title.empty() ? node.title : node.name.empty() ? "input" : node.name);
  }
  for (std::size_t i = 0; i < step.inputs.size(); ++i) {
    out << (i ? ", " : "") << value_name(step.inputs[i]);
  }
  out << ')';
  if (step.kind == StepKind::exchange) out << ' ' << name_of(step.exchange.pattern);
  if (step.kind == StepKind::local) {
    out << ' ' << node.name;
    if (!node.title.empty()) out << " \"" << node.title << '"';
    out << ' ' << signature(node) << " on " << step.layout;
  }
  const Slice& slice = step.slice;
  if (slice.index == all_slices) {
    out << " in " << slice.count << " slices" << (slice.label.empty() ? "" : " ") << slice.label;
  } else if (slice.count > 1) {
    out << " slice " << slice.index + 1 << '/' << slice.count << ' ' << slice.label;
  }
  if (step.kind != StepKind::local) return;
  if (!step.strategy.empty() && plan.num_sites > 1) out << " by " << step.strategy;
}

RELATILE_INLINE void print_cost(std::ostream& out, const Plan& plan, std::size_t s,
                                Figures figures) {
  const Step& step = plan.steps[s];
  if (step.kind == StepKind::exchange) {
    out << (step.estimated ? "about " : "") << grouped(step.traffic->total().value) << " B";
    if (figures.measured) {
      out << " (sent " << grouped(figures.measured->traffic[s].total().value) << " B)";
    }
    out << ", " << messages_text(step.traffic->total_messages()) << ", most loaded site "
        << grouped(step.traffic->most_loaded().value) << " B, ";
  }
  if (step.kind == StepKind::local) {
    out << grouped(total_flops(step).value) << " flops, busiest site "
        << grouped(busiest_flops(step).value) << ", ";
  }
  out << "holds " << grouped(fullest_site(plan, step).value) << " B";
  if (step.kind == StepKind::stored) return;
  if (figures.has_seconds()) out << ", " << seconds_text(figures.forecast->seconds[s]);
  if (figures.measured) {
    out << (figures.has_seconds() ? " (took " : ", took ")
        << seconds_text(figures.measured->seconds[s]) << (figures.has_seconds() ? ")" : "");
  }
}

RELATILE_INLINE void print_readers_of_copy(std::ostream& out, const Plan& plan, const Step& step) {
  const std::vector<int> readers = readers_of_copy(plan, step);
  for (std::size_t i = 0; i < readers.size(); ++i) {
    const char* link = i == 0 ? "second copy, read for " : i + 1 < readers.size() ? ", " : " and ";
    out << link << value_name(readers[i]);
  }
  if (!readers.empty()) out << ", ";
}

RELATILE_INLINE void print_step(std::ostream& out, const Plan& plan, std::size_t s,
                                Figures figures) {
  const Step& step = plan.steps[s];
  const Value& made = output_of(plan, step);
  const tra::Node& node = node_of(plan, step);
  out << std::string(step.kind == StepKind::local ? 2 : 4, ' ');
  print_operation(out, plan, step);
  out << "   -> " << (node.type.elements ? "" : "keys ") << to_string(node.type.extents) << ' '
      << (made.partial ? "partial " : "") << made.placement.text << "   ";
  print_readers_of_copy(out, plan, step);
  print_cost(out, plan, s, figures);
  out << expected_text(plan, step);
  if (!node.where.empty()) out << "  [" << node.where << ']';
  out << '\n';
}

RELATILE_INLINE void print_agreement(std::ostream& out, Figures figures) {
  if (!figures.forecast || figures.forecast->agreement.bytes.value == 0) return;
  out << "  agreement " << grouped(figures.forecast->agreement.bytes.value) << " B beside that";
  if (figures.measured) {
    out << " (sent " << grouped(figures.measured->agreement.bytes.value) << " B)";
  }
  out << ", " << messages_text(figures.forecast->agreement.messages) << '\n';
}

/// Whether so many ranks fill the nodes of the machine, the last one perhaps in part.
inline bool has_the_ranks_of_machine(const Forecast& forecast, int num_sites) {
  const int per_node = forecast.machine_ranks_per_node;
  if (forecast.machine_nodes == 1) return num_sites == per_node;
  return (num_sites + per_node - 1) / per_node == forecast.machine_nodes;
}

RELATILE_INLINE std::string predicted_seconds_text(const Forecast& forecast, int num_sites) {
  const double seconds = forecast.total_seconds();
  std::string text = seconds_text(seconds) + " predicted";
  if (forecast.overlapped_seconds < 0.99 * seconds) {
    text += " (" + seconds_text(forecast.overlapped_seconds) + " overlapped)";
  }
  if (!forecast.machine_was_measured) {
    text += " for a generic machine, not calibrated";
  } else if (!has_the_ranks_of_machine(forecast, num_sites)) {
    const int nodes = forecast.machine_nodes;
    const int ranks = forecast.machine_ranks_per_node;
    text += " for a machine of " + std::to_string(nodes) + (nodes == 1 ? " node" : " nodes") +
            " with " + std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks") +
            (nodes == 1 ? "" : " each");
  }
  return text;
}

RELATILE_INLINE void print_new_memory(std::ostream& out, const Forecast& forecast) {
  constexpr std::int64_t fewest = std::int64_t(1) << 25;  // allocators use less than that again
  const bool counts = forecast.new_memory_seconds >= 0.05 * forecast.total_seconds();
  if (forecast.allocated.value < fewest || !counts) return;
  out << "  new memory  " << seconds_text(forecast.new_memory_seconds) << " more, the first time\n";
}

RELATILE_INLINE void print_heading(std::ostream& out, const Plan& plan) {
  out << "plan for " << plan.num_sites << (plan.num_sites == 1 ? " site" : " sites") << " by "
      << plan.planner << " (" << (plan.optimal ? "optimal" : "heuristic") << " in "
      << plan.objective << (plan.chosen_for_overlap ? ", chosen for its overlap" : "")
      << (plan.chosen_for_other_slices ? ", chosen for slices that begin elsewhere" : "") << ")\n";
}

RELATILE_INLINE std::string ratio_to_bound_text(const ContractionBound& bound) {
  if (bound.sent.value <= bound.least.value) return "no more";
  if (bound.least.value == 0) return "though nothing need be sent";
  std::ostringstream out;
  out << std::fixed << std::setprecision(2)
      << static_cast<double>(bound.sent.value) / static_cast<double>(bound.least.value) << " times";
  return out.str();
}

RELATILE_INLINE void print_bounds(std::ostream& out, Figures figures) {
  if (!figures.forecast) return;
  for (const ContractionBound& bound : figures.forecast->bounds) {
    out << "  lower bound of " << bound.operation << ": " << grouped(bound.least.value)
        << " B, by any algorithm that multiplies all pairs, begins with one copy of the operands, "
           "ends with one of the result\n    and gives no site more work than this plan (";
    if (bound.load < 1.0005) {
      out << "an equal share";
    } else {
      out << std::fixed << std::setprecision(3) << bound.load << std::defaultfloat
          << " equal shares";
    }
    out << "), which sends " << grouped(bound.sent.value) << " B (" << ratio_to_bound_text(bound)
        << ")\n";
  }
}

RELATILE_INLINE void print_total(std::ostream& out, const Plan& plan, Figures figures) {
  const Traffic total = plan.traffic();
  out << "  total " << (plan.is_estimated() ? "about " : "") << grouped(total.total().value)
      << " B predicted";
  if (figures.measured) {
    const Traffic sent = figures.measured->sent(plan.num_sites);
    out << ", " << grouped(sent.total().value) << " B sent";
    const Bytes in_place = figures.measured->bytes_in_place();
    if (in_place.value > 0) out << " (" << grouped(in_place.value) << " B of it read in place)";
  }
  out << ", " << messages_text(total.total_messages()) << ", most loaded site "
      << grouped(total.most_loaded().value) << " B, " << grouped(plan.total_flops().value)
      << " flops";
  if (figures.has_seconds()) {
    out << ", " << predicted_seconds_text(*figures.forecast, plan.num_sites);
  }
  if (figures.measured) out << ", took " << seconds_text(figures.measured->total_seconds);
  out << '\n';
  if (figures.has_seconds()) print_new_memory(out, *figures.forecast);
  print_agreement(out, figures);
  if (figures.forecast) {
    out << "  peak memory " << grouped(figures.forecast->peak.value) << " B on the fullest site\n";
  }
}

RELATILE_INLINE std::string rule_text(const AppliedRule& rule) {
  std::string text = rule.name + ' ' + (rule.times == 1 ? "once" : grouped(rule.times) + " times");
  if (rule.flops.value != 0) text += ", " + grouped(rule.flops.value) + " flop spared";
  if (rule.stored.value != 0) {
    text += (rule.flops.value != 0 ? " and " : ", ") + grouped(rule.stored.value) + " B not stored";
  }
  return text;
}

RELATILE_INLINE void print_rules(std::ostream& out, const Plan& plan) {
  for (std::size_t r = 0; r < plan.rules.size(); ++r) {
    out << (r == 0 ? "  rules: " : "; ") << rule_text(plan.rules[r]);
  }
  if (!plan.rules.empty()) out << '\n';
}

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE void print(std::ostream& out, const Plan& whole, Figures whole_figures) {
  const Folded folded(whole, whole_figures);
  const Plan& plan = folded.plan();
  const Figures figures = folded.figures();
  detail::print_heading(out, plan);
  detail::print_rules(out, plan);
  for (std::size_t s = 0; s < plan.steps.size(); ++s) detail::print_step(out, plan, s, figures);
  detail::print_total(out, plan, figures);
  detail::print_bounds(out, figures);
  if (!plan.alternatives.empty()) out << "  rejected:\n";
  for (const auto& other : plan.alternatives) {
    out << "    " << std::left << std::setw(34) << other.text << std::right << std::setw(16)
        << grouped(other.bytes.value) << " B   " << other.reason << '\n';
  }
}

}  // namespace relatile::plan
