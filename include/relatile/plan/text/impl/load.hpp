// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/text/load.hpp"

#include <array>
#include <limits>

namespace relatile::plan::detail {

RELATILE_INLINE Exchange load_exchange(PlanReader& in, std::size_t num_sites) {
  constexpr std::array<std::string_view, 5> patterns{"none", "broadcast", "all_gather",
                                                     "all_to_all", "point_to_point"};
  Exchange exchange;
  in.expect("exchange");
  exchange.pattern = static_cast<Pattern>(in.one_of(patterns));
  exchange.reduces = in.truth();
  exchange.groups.own().resize(in.count());
  std::vector<Transfer> transfers(in.count());
  for (auto& group : exchange.groups.own()) {
    in.expect("group");
    group = in.indices(num_sites);
  }
  for (auto& transfer : transfers) {
    in.expect("transfer");
    transfer.from = in.index(num_sites);
    transfer.to = in.index(num_sites);
    transfer.region = in.box();
  }
  exchange.transfers = std::move(transfers);
  return exchange;
}

RELATILE_INLINE Step load_step(PlanReader& in, const SavedPlan& saved) {
  constexpr std::array<std::string_view, 3> kinds{"stored", "local", "exchange"};
  Step step;
  in.expect("step");
  step.kind = static_cast<StepKind>(in.one_of(kinds));
  step.node = in.index(saved.marks.size());
  step.output = in.index(saved.plan.values.size());
  step.inputs = in.indices(saved.plan.values.size());
  step.early = in.truth();
  step.ahead = static_cast<int>(in.number(1, std::numeric_limits<int>::max()));
  in.expect("slice");
  step.slice.index = static_cast<int>(in.number(0, std::numeric_limits<int>::max()));
  step.slice.count = static_cast<int>(in.number(1, std::numeric_limits<int>::max()));
  step.slice.adds = in.truth();
  step.slice.label = in.text();
  if (step.kind == StepKind::exchange) {
    step.exchange = load_exchange(in, static_cast<std::size_t>(saved.plan.num_sites));
  }
  if (step.kind != StepKind::local) return step;
  in.expect("on");
  step.layout = in.text();
  step.strategy = in.text();
  step.iteration = in.boxes();
  return step;
}

RELATILE_INLINE std::string_view checked_body(std::string_view text, const std::string& source) {
  PlanReader head(text, source);
  head.expect("relatile");
  head.expect("plan");
  head.expect(saved_plan_version);
  const std::size_t end = text.rfind("\nend ");
  if (end == std::string_view::npos) {
    throw ParseError("relatile: " + source + " is damaged: the end of the saved plan is missing");
  }
  const std::string_view body = text.substr(0, end + 1);
  if (text.substr(end + 1) != end_of(body)) {
    throw ParseError("relatile: " + source + " is damaged: it is not as it was saved");
  }
  return body;
}

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE SavedPlan load(std::string_view text, const std::string& source) {
  detail::PlanReader in(detail::checked_body(text, source), source);
  SavedPlan saved;
  Plan& plan = saved.plan;
  for (std::string_view word : {"relatile", "plan", saved_plan_version.data(), "sites"}) {
    in.expect(word);
  }
  plan.num_sites = static_cast<int>(in.number(1, std::numeric_limits<int>::max()));
  plan.overlaps = in.number(0, 1) != 0;
  in.expect("by");
  plan.planner = in.text();
  plan.objective = in.text();
  plan.optimal = in.truth();
  plan.price = in.real();
  plan.lower_bound = in.real();
  in.expect("fingerprint");
  saved.fingerprint = in.hash();
  in.expect("nodes");
  saved.marks.resize(in.count());
  for (auto& mark : saved.marks) {
    in.expect("node");
    mark.hash = in.hash();
    mark.text = in.text();
  }
  in.expect("values");
  plan.values.resize(in.count());
  for (auto& value : plan.values) {
    in.expect("value");
    value.node = in.index(saved.marks.size());
    value.partial = in.truth();
    std::string words = in.text();
    const bool in_one_piece = in.truth();
    placement::Placement::Table boxes;
    for (int site = 0; site < plan.num_sites; ++site) boxes.push_back(in.boxes());
    value.placement = {std::move(boxes), std::move(words)};
    if (in_one_piece) value.placement = std::move(value.placement).in_one_piece();
  }
  in.expect("steps");
  plan.steps.resize(in.count());
  for (auto& step : plan.steps) step = detail::load_step(in, saved);
  in.expect("results");
  plan.results.resize(in.count());
  for (auto& result : plan.results) {
    in.expect("result");
    result.first = in.index(saved.marks.size());
    result.second = in.index(plan.values.size());
  }
  return saved;
}

}  // namespace relatile::plan
