// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/outline_cost.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

#include "relatile/core/kernel_identity.hpp"
#include "relatile/cost/transfer_cost.hpp"
#include "relatile/cost/work.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/begins.hpp"
#include "relatile/schedule/combine_order.hpp"
#include "relatile/schedule/memory_plan.hpp"
#include "relatile/schedule/staging.hpp"
#include "relatile/tra/flops.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::planner {

RELATILE_INLINE std::vector<OutlineCost> outline_costs(const Problem& problem,
                                                       const Outline& outline) {
  std::vector<OutlineCost> costs;
  for (const auto& step : outline.steps) {
    const tra::Node& node = *problem.member(step.node).node;
    OutlineCost cost;
    if (step.kind == plan::StepKind::exchange) {
      const cost::TransferCosts transfer_costs(node.type);
      const placement::Sharding& have = outline.value(step.inputs[0]).place;
      const placement::Sharding& need = outline.value(step.output).place;
      const cost::TransferCost move =
          step.reduces ? transfer_costs.reduce(have, need) : transfer_costs.move(have, need);
      cost.bytes = move.bytes;
      cost.busiest = move.busiest;
    } else if (step.candidate >= 0) {
      const placement::Layout& layout = problem.candidate(step.node, step.candidate).layout;
      for (int site = 0; site < problem.num_sites(); ++site) {
        cost.flops += tra::flops_on(node, layout.box(site, node.labels)).value;
      }
    }
    costs.push_back(cost);
  }
  return costs;
}

}  // namespace relatile::planner

namespace relatile::planner::detail {

RELATILE_INLINE std::int64_t OutlineMemory::bytes_of(int value) const {
  const OutlineValue& v = outline_.value(value);
  const cost::TransferCosts transfer_costs(node_of(v.node).type);
  if (!v.place.irregular)
    return aligned_size(transfer_costs.bytes(v.place.box(v.place.fullest_site())));
  std::int64_t most = 0;
  for (const auto& boxes : v.place.irregular->table()) {
    std::int64_t bytes = 0;
    for (const auto& box : boxes) bytes += aligned_size(transfer_costs.bytes(box));
    most = std::max(most, bytes);
  }
  return most;
}

RELATILE_INLINE schedule::StepMemory OutlineMemory::of(const OutlineStep& step,
                                                       const OutlineCost& cost) const {
  schedule::StepMemory memory;
  if (step.kind == plan::StepKind::stored) return memory;
  const tra::Node& node = node_of(step.node);
  const bool exchange = step.kind == plan::StepKind::exchange;
  memory.shares = exchange ? !step.reduces && shares(step) : !node.source().empty();
  if (!memory.shares) memory.own = bytes_of(step.output);
  if (exchange) memory.staging = staging(step, cost);
  if (!exchange && node.kind() == tra::Kind::map && !node.reduction() && !node.is_view()) {
    memory.overwrites = overwritable(step);
  }
  return memory;
}

RELATILE_INLINE bool OutlineMemory::shares(const OutlineStep& step) const {
  const placement::Sharding& have = outline_.value(step.inputs[0]).place;
  const placement::Sharding& need = outline_.value(step.output).place;
  if (have.irregular || need.irregular) return false;
  const int site = need.fullest_site();
  const Box wanted = need.box(site);
  return intersect(have.box(site), wanted).count() == wanted.count();
}

RELATILE_INLINE std::int64_t OutlineMemory::staging(const OutlineStep& step,
                                                    const OutlineCost& cost) const {
  const placement::Sharding& have = outline_.value(step.inputs[0]).place;
  const placement::Sharding& need = outline_.value(step.output).place;
  if (have.irregular || need.irregular) return step.reduces ? cost.busiest : 0;
  const tra::RelationType& type = node_of(step.node).type;
  std::int64_t staged = 0;
  const int site = need.fullest_site();
  const Box held = have.box(site);
  const Box wanted = need.box(site);
  const Box arrives = region_elsewhere(wanted, have, held);
  if (step.reduces || schedule::is_packed(arrives, wanted, type, schedule::MessageEnd::arrives)) {
    staged += at_once(step, cost.busiest, arrives);
  }
  const Box leaves = region_elsewhere(held, need, wanted);
  if (schedule::is_packed(leaves, held, type, schedule::MessageEnd::leaves)) {
    staged += at_once(step, bytes_of(step.inputs[0]), leaves);
  }
  return staged;
}

RELATILE_INLINE std::int64_t OutlineMemory::at_once(const OutlineStep& step, std::int64_t all,
                                                    const Box& region) const {
  if (!step.reduces) return all;
  const std::int64_t one = aligned_size(cost::TransferCosts(node_of(step.node).type).bytes(region));
  return std::min(all, 2 * std::max(one, schedule::CombineRounds::round_bytes));
}

RELATILE_INLINE Box OutlineMemory::region_elsewhere(const Box& box,
                                                    const placement::Sharding& there,
                                                    const Box& here) const {
  for (int site = 0; site < there.num_sites; ++site) {
    const Box region = intersect(box, there.box(site));
    if (!region.empty() && intersect(region, here).count() < region.count()) return region;
  }
  return Box::nothing(box.rank());
}

RELATILE_INLINE std::uint32_t OutlineMemory::overwritable(const OutlineStep& step) const {
  const tra::Node& node = node_of(step.node);
  std::uint32_t operands = 0;
  for (std::size_t x = 0; x < step.inputs.size() && x < 32; ++x) {
    const bool same = node.inputs[x]->type.block.element == node.type.block.element &&
                      node.accesses[x] == node.output &&
                      outline_.value(step.inputs[x]).place == outline_.value(step.output).place;
    if (same) operands |= std::uint32_t(1) << x;
  }
  return operands;
}

}  // namespace relatile::planner::detail

namespace relatile::planner {

RELATILE_INLINE std::int64_t outline_peak(const Problem& problem, const Outline& outline,
                                          const std::vector<OutlineCost>& costs) {
  const detail::OutlineMemory memory(problem, outline);
  plan::Plan bare;
  std::vector<schedule::StepMemory> steps;
  std::int64_t inputs = 0;
  std::set<const void*> counted;
  for (std::size_t s = 0; s < outline.steps.size(); ++s) {
    const OutlineStep& step = outline.steps[s];
    steps.push_back(memory.of(step, costs[s]));
    plan::Step same;
    same.kind = step.kind;
    same.node = step.node;
    same.inputs = step.inputs;
    same.output = step.output;
    bare.steps.push_back(std::move(same));
    const tra::Node& node = *problem.member(step.node).node;
    if (step.kind != plan::StepKind::stored) continue;
    if (!node.value || counted.insert(node.value.get()).second) {
      inputs += memory.bytes_of(step.output);
    }
  }
  bare.values.resize(outline.values.size());
  bare.results = outline.results;
  const auto travels = [&](std::size_t s) {
    return problem.member(bare.steps[s].node).node->type.elements && costs[s].bytes > 0;
  };
  return inputs +
         schedule::lay_out_memory(bare, steps, schedule::begins_of(bare, travels)).allocated();
}

}  // namespace relatile::planner
