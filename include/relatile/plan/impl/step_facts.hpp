// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/step_facts.hpp"

#include "relatile/core/access.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::plan {

RELATILE_INLINE std::string operator_name(const Plan& plan, const Step& step) {
  const tra::Node& node = node_of(plan, step);
  if (step.kind == StepKind::stored) return "stored";
  if (step.kind == StepKind::exchange) {
    if (step.exchange.reduces) return "exchange+reduce";
    if (step.exchange.pattern == Pattern::broadcast) return "bcast";
    if (step.exchange.pattern == Pattern::all_gather) return "bcast";
    return "shuf";
  }
  const bool aggregated = node.combine() != nullptr || node.reduction() != nullptr;
  switch (node.kind()) {
    case tra::Kind::filter: return "local_filter";
    case tra::Kind::aggregate: return "local_aggregate";
    case tra::Kind::concat: return "local_aggregate";
    case tra::Kind::join:
    case tra::Kind::contract: return aggregated ? "local_join+aggregate" : "local_join";
    case tra::Kind::map:
      if (aggregated) return node.inputs.size() > 1 ? "local_join+aggregate" : "local_aggregate";
      return node.inputs.size() > 1 ? "local_join" : "local_map";
    case tra::Kind::on_pieces: return aggregated ? "local_join+aggregate" : "local_join";
    default: return "local_map";
  }
}

RELATILE_INLINE std::string operands_text(const Step& step) {
  std::string text;
  for (const int input : step.inputs) text += (text.empty() ? "(" : ", ") + value_name(input);
  return text.empty() ? text : text + ")";
}

RELATILE_INLINE std::string signature(const tra::Node& node) {
  const auto word = [&](const Access& access) {
    std::string text;
    for (const auto& dim : access.dims) {
      text += dim.label < 0 ? "." : nth(node.label_names, dim.label);
    }
    return text;
  };
  std::string text = "[";
  for (std::size_t x = 0; x < node.accesses.size(); ++x) {
    text += (x ? "," : "") + word(node.accesses[x]);
  }
  return text + "->" + word(node.output) + "]";
}

RELATILE_INLINE Flops total_flops(const Step& step) {
  Flops total;
  for (auto flops : *step.flops) total += flops;
  return total;
}

RELATILE_INLINE Flops busiest_flops(const Step& step) {
  Flops most;
  for (auto flops : *step.flops) most = std::max(most, flops);
  return most;
}

RELATILE_INLINE Bytes fullest_site(const Plan& plan, const Step& step) {
  const tra::RelationType& type = node_of(plan, step).type;
  Bytes most;
  for (int site = 0; site < plan.num_sites; ++site) {
    Bytes bytes;
    for (const auto& box : output_of(plan, step).placement.of(site)) bytes += type.bytes_in(box);
    most = std::max(most, bytes);
  }
  return most;
}

RELATILE_INLINE std::vector<int> made_from(const Plan& plan, int value) {
  std::vector<int> made;
  for (const auto& step : plan.steps) {
    const bool reads =
        std::find(step.inputs.begin(), step.inputs.end(), value) != step.inputs.end();
    if (reads && (made.empty() || made.back() != step.output)) made.push_back(step.output);
  }
  return made;
}

RELATILE_INLINE std::vector<int> readers_of_copy(const Plan& plan, const Step& step) {
  if (step.kind != StepKind::exchange || step.exchange.reduces || step.slice.count > 1) return {};
  if (made_from(plan, step.inputs[0]).size() < 2) return {};
  std::vector<int> readers = made_from(plan, step.output);
  if (readers.size() < 2) readers.clear();
  return readers;
}

RELATILE_INLINE std::vector<std::int64_t> site_bytes(const Traffic& traffic) {
  std::vector<std::int64_t> bytes;
  for (std::size_t s = 0; s < traffic.sent.size(); ++s) {
    bytes.push_back(std::max(traffic.sent[s], traffic.received[s]).value);
  }
  return bytes;
}

RELATILE_INLINE std::vector<std::int64_t> site_flops(const Plan& plan) {
  std::vector<std::int64_t> flops(static_cast<std::size_t>(plan.num_sites), 0);
  for (const auto& step : plan.steps) {
    for (std::size_t s = 0; s < step.flops->size(); ++s) flops[s] += (*step.flops)[s].value;
  }
  return flops;
}

}  // namespace relatile::plan
