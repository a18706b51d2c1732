// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/text/save.hpp"

#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/plan/fingerprint.hpp"
#include "relatile/tra/graph_key.hpp"

namespace relatile::plan {

RELATILE_INLINE std::uint64_t hash_of(std::string_view text) {
  Fingerprint hash;
  hash.add(text);
  return hash.value();
}

RELATILE_INLINE std::vector<NodeMark> marks_of(const std::vector<tra::NodePtr>& nodes) {
  std::vector<NodeMark> marks;
  const std::vector<std::string> keys = tra::graph_keys(nodes);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const tra::Node& node = *nodes[n];
    std::string text = node.name.empty() ? tra::name_of(node.kind()) : node.name;
    text += (node.type.elements ? " " : " keys ") + to_string(node.type.extents) + " " +
            (node.type.elements ? node.type.block.element.name() : node.type.block.name());
    if (node.evaluated()) text += " stored " + node.value->placement;
    marks.push_back({hash_of(keys[n]), std::move(text)});
  }
  return marks;
}

}  // namespace relatile::plan

namespace relatile::plan::detail {

RELATILE_INLINE void save_value(PlanWriter& out, const Value& value) {
  out.word("value").number(value.node).number(value.partial).text(value.placement.text);
  out.number(value.placement.is_in_one_piece());
  for (const auto& boxes : value.placement.table()) out.boxes(boxes);
  out.end_line();
}

RELATILE_INLINE void save_exchange(PlanWriter& out, const Exchange& exchange) {
  out.word("exchange").word(name_of(exchange.pattern)).number(exchange.reduces);
  out.number(std::int64_t(exchange.groups->size()));
  const std::vector<Transfer> transfers = exchange.transfers.written_out();
  out.number(std::ssize(transfers)).end_line();
  for (const auto& group : *exchange.groups) out.word("group").numbers(group).end_line();
  for (const auto& t : transfers) {
    out.word("transfer").number(t.from).number(t.to).box(t.region).end_line();
  }
}

RELATILE_INLINE void save_step(PlanWriter& out, const Step& step) {
  constexpr std::string_view kinds[] = {"stored", "local", "exchange"};
  out.word("step").word(nth(kinds, step.kind));
  out.number(step.node)
      .number(step.output)
      .numbers(step.inputs)
      .number(step.early)
      .number(step.ahead);
  const Slice& slice = step.slice;
  out.word("slice").number(slice.index).number(slice.count).number(slice.adds).text(slice.label);
  out.end_line();
  if (step.kind == StepKind::exchange) save_exchange(out, step.exchange);
  if (step.kind != StepKind::local) return;
  out.word("on")
      .text(step.layout)
      .text(step.strategy)
      .boxes(step.iteration.written_out())
      .end_line();
}

RELATILE_INLINE std::string end_of(std::string_view text) {
  PlanWriter end;
  end.word("end").hash(hash_of(text)).end_line();
  return end.take();
}

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE std::string save(const Plan& plan) {
  detail::PlanWriter out;
  out.word("relatile").word("plan").word(saved_plan_version).end_line();
  out.word("sites").number(plan.num_sites).number(plan.overlaps).end_line();
  out.word("by").text(plan.planner).text(plan.objective).number(plan.optimal);
  out.real(plan.price).real(plan.lower_bound).end_line();
  out.word("fingerprint").hash(fingerprint(plan)).end_line();
  const std::vector<NodeMark> marks = marks_of(plan.nodes);
  out.word("nodes").number(std::int64_t(marks.size())).end_line();
  for (const auto& mark : marks) out.word("node").hash(mark.hash).text(mark.text).end_line();
  out.word("values").number(std::int64_t(plan.values.size())).end_line();
  for (const auto& value : plan.values) detail::save_value(out, value);
  out.word("steps").number(std::int64_t(plan.steps.size())).end_line();
  for (const auto& step : plan.steps) detail::save_step(out, step);
  out.word("results").number(std::int64_t(plan.results.size())).end_line();
  for (const auto& [node, value] : plan.results) {
    out.word("result").number(node).number(value).end_line();
  }
  const std::string text = out.take();
  return text + detail::end_of(text);
}

}  // namespace relatile::plan
