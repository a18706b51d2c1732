// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "relatile/cost/memory_plan.hpp"
#include "relatile/cost/mover.hpp"
#include "relatile/cost/staging.hpp"
#include "relatile/cost/work.hpp"
#include "relatile/planner/outline.hpp"

namespace relatile::planner {

/// What a step of an outline comes to.
struct OutlineCost {
  std::int64_t bytes = 0;    ///< sent, over all sites; exact
  std::int64_t busiest = 0;  ///< received by the site that receives most, or sent on average
  std::int64_t flops = 0;    ///< over all sites; exact
};

/// Per step, without writing the plan out.
inline std::vector<OutlineCost> outline_costs(const Problem& problem, const Outline& outline) {
  std::vector<OutlineCost> costs;
  for (const auto& step : outline.steps) {
    const tra::Node& node = *problem.member(step.node).node;
    OutlineCost cost;
    if (step.kind == plan::StepKind::exchange) {
      const cost::Mover mover(node.type);
      const placement::Spread& have = outline.value(step.inputs[0]).place;
      const placement::Spread& need = outline.value(step.output).place;
      const cost::Move move = step.reduces ? mover.reduce(have, need) : mover.move(have, need);
      cost.bytes = move.bytes;
      cost.busiest = move.busiest;
    } else if (step.candidate >= 0) {
      const placement::Layout& layout = problem.candidate(step.node, step.candidate).layout;
      for (int site = 0; site < problem.num_sites(); ++site) {
        cost.flops += cost::flops_on(node, layout.box(site, node.labels)).value;
      }
    }
    costs.push_back(cost);
  }
  return costs;
}

namespace detail {

/// What one step takes of the memory of a site that gets as much as any, as far as words say:
/// elements that are in place are shared, elementwise maps may write over operands in the same
/// place, and an exchange packs what is in too short runs.
class OutlineMemory {
 public:
  OutlineMemory(const Problem& problem, const Outline& outline)
      : problem_(problem), outline_(outline) {}

  std::int64_t bytes_of(int value) const {
    const OutlineValue& v = outline_.value(value);
    const cost::Mover mover(node_of(v.node).type);
    if (!v.place.irregular) return aligned_size(mover.bytes(v.place.box(0)));
    std::int64_t most = 0;
    for (const auto& boxes : v.place.irregular->boxes) {
      std::int64_t bytes = 0;
      for (const auto& box : boxes) bytes += aligned_size(mover.bytes(box));
      most = std::max(most, bytes);
    }
    return most;
  }

  cost::StepMemory of(const OutlineStep& step, const OutlineCost& cost) const {
    cost::StepMemory memory;
    if (step.kind == plan::StepKind::stored) return memory;
    const tra::Node& node = node_of(step.node);
    const bool exchange = step.kind == plan::StepKind::exchange;
    memory.shares = exchange ? !step.reduces && shares(step) : !node.source.empty();
    if (!memory.shares) memory.own = bytes_of(step.output);
    if (exchange) memory.staging = staging(step, cost);
    if (!exchange && node.kind == tra::Kind::map && !node.reduction && !node.is_view()) {
      memory.overwrites = overwritable(step);
    }
    return memory;
  }

 private:
  const tra::Node& node_of(int n) const { return *problem_.member(n).node; }

  bool shares(const OutlineStep& step) const {
    const placement::Spread& have = outline_.value(step.inputs[0]).place;
    const placement::Spread& need = outline_.value(step.output).place;
    if (have.irregular || need.irregular) return false;
    const Box wanted = need.box(0);
    return intersect(have.box(0), wanted).count() == wanted.count();
  }

  /// What the first site packs of what it sends, and of what it receives, and contributions that
  /// arrive. One region that it sends and one that it receives stand for all.
  std::int64_t staging(const OutlineStep& step, const OutlineCost& cost) const {
    const placement::Spread& have = outline_.value(step.inputs[0]).place;
    const placement::Spread& need = outline_.value(step.output).place;
    if (have.irregular || need.irregular) return step.reduces ? cost.busiest : 0;
    const tra::RelationType& type = node_of(step.node).type;
    std::int64_t staged = 0;
    const Box held = have.box(0);
    const Box wanted = need.box(0);
    const Box arrives = region_elsewhere(wanted, have, held);
    if (step.reduces || cost::is_packed(arrives, wanted, type, cost::MessageEnd::arrives)) {
      staged += at_once(step, cost.busiest, arrives);
    }
    const Box leaves = region_elsewhere(held, need, wanted);
    if (cost::is_packed(leaves, held, type, cost::MessageEnd::leaves)) {
      staged += at_once(step, bytes_of(step.inputs[0]), leaves);
    }
    return staged;
  }
  /// Of contributions, two rounds.
  std::int64_t at_once(const OutlineStep& step, std::int64_t all, const Box& region) const {
    if (!step.reduces) return all;
    const std::int64_t one = aligned_size(cost::Mover(node_of(step.node).type).bytes(region));
    return std::min(all, 2 * std::max(one, cost::CombineRounds::round_bytes));
  }
  /// A part of `box` that is in `there` at some site, and not in `here`.
  Box region_elsewhere(const Box& box, const placement::Spread& there, const Box& here) const {
    for (int site = 1; site < there.num_sites; ++site) {
      const Box region = intersect(box, there.box(site));
      if (!region.empty() && intersect(region, here).count() < region.count()) return region;
    }
    return Box::nothing(box.rank());
  }

  std::uint32_t overwritable(const OutlineStep& step) const {
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

  const Problem& problem_;
  const Outline& outline_;
};

}  // namespace detail

/// About the bytes that the fullest site needs at most, inputs included: of a plan that is written
/// out, cost::plan_peak knows exactly.
inline std::int64_t outline_peak(const Problem& problem, const Outline& outline,
                                 const std::vector<OutlineCost>& costs) {
  const detail::OutlineMemory memory(problem, outline);
  plan::Plan bare;
  std::vector<cost::StepMemory> steps;
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
  return inputs + cost::lay_out_memory(bare, steps, cost::begins_of(bare, travels)).allocated();
}

}  // namespace relatile::planner
