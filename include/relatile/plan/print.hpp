// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <iomanip>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "relatile/plan/plan.hpp"

namespace relatile::plan {

/// What a step was measured to do, to print beside what the plan predicted.
struct Measured {
  std::vector<Traffic> traffic;  ///< per step
  std::vector<double> seconds;   ///< per step, the slowest site's
  double total_seconds = 0;
};

/// The implementation algebra's word for a step.
inline std::string operator_name(const Plan& plan, const Step& step) {
  const tra::Node& node = *plan.nodes[static_cast<std::size_t>(step.node)];
  if (step.kind == StepKind::stored) return "stored";
  if (step.kind == StepKind::exchange) {
    if (step.exchange.reduces) return "exchange+reduce";
    if (step.exchange.pattern == Pattern::broadcast) return "bcast";
    if (step.exchange.pattern == Pattern::all_gather) return "bcast";
    return "shuf";
  }
  const bool aggregated = node.combine != nullptr || node.reduction != nullptr;
  switch (node.kind) {
    case tra::Kind::filter: return "local_filter";
    case tra::Kind::aggregate: return "local_aggregate";
    case tra::Kind::concat: return "local_aggregate";
    case tra::Kind::join:
    case tra::Kind::contract: return aggregated ? "local_join+aggregate" : "local_join";
    case tra::Kind::map:
      if (aggregated) return node.inputs.size() > 1 ? "local_join+aggregate" : "local_aggregate";
      return node.inputs.size() > 1 ? "local_join" : "local_map";
    default: return "local_map";
  }
}

namespace detail {

inline std::string value_name(int value) { return "R" + std::to_string(value); }

/// "[ij,jk->ik]": how operands and result are indexed by the labels.
inline std::string signature(const tra::Node& node) {
  const auto word = [&](const Access& access) {
    std::string text;
    for (const auto& dim : access.dims) {
      text += dim.label < 0 ? "." : node.label_names[static_cast<std::size_t>(dim.label)];
    }
    return text;
  };
  std::string text = "[";
  for (std::size_t x = 0; x < node.accesses.size(); ++x) {
    text += (x ? "," : "") + word(node.accesses[x]);
  }
  return text + "->" + word(node.output) + "]";
}

inline std::string seconds_text(double seconds) {
  std::ostringstream out;
  out << std::setprecision(3) << seconds * 1e3 << " ms";
  return out.str();
}

inline void print_step(std::ostream& out, const Plan& plan, std::size_t s,
                       const Measured* measured) {
  const Step& step = plan.steps[s];
  const Value& made = plan.values[static_cast<std::size_t>(step.output)];
  const tra::Node& node = *plan.nodes[static_cast<std::size_t>(step.node)];
  std::string indent(static_cast<std::size_t>(step.kind == StepKind::local ? 2 : 4), ' ');
  out << indent << value_name(step.output) << " = " << operator_name(plan, step) << '(';
  if (step.kind == StepKind::stored) {
    out << (node.name.empty() ? "input" : node.name);
  }
  for (std::size_t i = 0; i < step.inputs.size(); ++i) {
    out << (i ? ", " : "") << value_name(step.inputs[i]);
  }
  out << ')';
  if (step.kind == StepKind::local) {
    out << ' ' << node.name << ' ' << signature(node) << " on " << step.layout;
    if (!step.strategy.empty() && plan.num_sites > 1) out << " by " << step.strategy;
  }
  if (step.kind == StepKind::exchange) out << ' ' << name_of(step.exchange.pattern);
  out << "   -> " << (node.type.elements ? "" : "keys ") << to_string(node.type.extents) << ' '
      << (made.partial ? "partial " : "") << made.placement.text;
  if (step.kind == StepKind::exchange) {
    out << "   " << grouped(step.traffic.total().value) << " B";
    if (measured) out << " (sent " << grouped(measured->traffic[s].total().value) << " B)";
    out << ", " << step.traffic.total_messages().value << " messages, most loaded site "
        << grouped(step.traffic.most_loaded().value) << " B";
  }
  if (step.kind == StepKind::local) {
    Flops total;
    Flops most;
    for (auto flops : step.flops) {
      total += flops;
      most = std::max(most, flops);
    }
    out << "   " << grouped(total.value) << " flops, busiest site " << grouped(most.value);
  }
  if (measured && step.kind != StepKind::stored) out << ", " << seconds_text(measured->seconds[s]);
  out << '\n';
}

}  // namespace detail

/// The plan as text: one line a step, in the order of execution, exchanges indented under the
/// operator they serve; then totals and the rejected alternatives.
inline void print(std::ostream& out, const Plan& plan, const Measured* measured = nullptr) {
  const Traffic total = plan.traffic();
  out << "plan for " << plan.num_sites << (plan.num_sites == 1 ? " site" : " sites") << " by "
      << plan.planner << " (" << (plan.optimal ? "optimal" : "heuristic") << " in bytes)\n";
  for (std::size_t s = 0; s < plan.steps.size(); ++s) detail::print_step(out, plan, s, measured);
  out << "  total " << grouped(total.total().value) << " B predicted";
  if (measured) {
    Traffic sent(plan.num_sites);
    for (const auto& traffic : measured->traffic) sent += traffic;
    out << ", " << grouped(sent.total().value) << " B sent";
  }
  out << ", " << total.total_messages().value << " messages, most loaded site "
      << grouped(total.most_loaded().value) << " B, " << grouped(plan.total_flops().value)
      << " flops";
  if (measured) out << ", " << detail::seconds_text(measured->total_seconds);
  out << '\n';
  if (!plan.alternatives.empty()) out << "  rejected:\n";
  for (const auto& other : plan.alternatives) {
    out << "    " << std::left << std::setw(34) << other.text << std::right << std::setw(16)
        << grouped(other.bytes.value) << " B   " << other.reason << '\n';
  }
}

}  // namespace relatile::plan
