// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/schedule/step_memory.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "relatile/core/box_index.hpp"
#include "relatile/core/buffer.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/schedule/combine_order.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::schedule::detail {

RELATILE_INLINE StepMemory memory_of_blocks(const tra::RelationType& type,
                                            const placement::SiteBoxes& boxes,
                                            const placement::Placement* held, int site) {
  StepMemory memory;
  std::int64_t& bytes = type.block.object ? memory.objects : memory.own;
  // After rekey and filter a site may hold as many boxes as keys, so these are looked up.
  std::vector<Box> own;
  if (held) {
    for (const Box& box : held->of(site)) own.push_back(box);
  }
  const BoxIndex index(own);
  const auto is_held = [&](const Box& one) {
    const std::vector<int> near = index.meeting(one);
    return std::any_of(near.begin(), near.end(), [&](int b) { return nth(own, b).contains(one); });
  };
  for_each_key(type, boxes, [&](std::int64_t key, const Box& one) {
    if (!own.empty() && is_held(one)) {
      memory.shares = true;
    } else {
      bytes += aligned_size(type.bytes_of_key(key).value);
    }
  });
  return memory;
}

RELATILE_INLINE void add_arriving(const tra::RelationType& type, const SiteTransfers& transfers,
                                  StepMemory& memory) {
  std::int64_t& bytes = type.block.object ? memory.objects : memory.staging;
  for (const auto& transfer : transfers.incoming) {
    for_each_key(type, transfer.region, [&](std::int64_t key, const Box&) {
      bytes += aligned_size(type.bytes_of_key(key).value);
    });
  }
}

inline Endpoint endpoint_if_array(const SiteExchange& exchange) {
  const plan::Step& step = exchange.step;
  const auto& node = nth(exchange.plan.nodes, step.node);
  if (step.kind != plan::StepKind::exchange || !node->type.elements) return {};
  return endpoint_of(exchange);
}

/// An assembly's first operand is in place everywhere: what comes after it is assigned to parts.
inline bool begins_as_whole(const tra::Node& node) {
  const auto& assemble = tra::op_of<tra::Assemble>(node);
  return assemble.fill.empty() && assemble.places[0] == Box::whole(node.labels);
}

RELATILE_INLINE std::uint32_t overwritable(const plan::Plan& plan, const plan::Step& step,
                                           int site) {
  const tra::Node& node = *nth(plan.nodes, step.node);
  if (step.kind != plan::StepKind::local) return 0;
  const bool assembles = node.kind() == tra::Kind::assemble;
  if (!assembles && node.kind() != tra::Kind::map) return 0;
  if (node.reduction() || node.is_view() || step.slice.count > 1 || node.inputs.size() > 32)
    return 0;
  const placement::SiteBoxes boxes = nth(plan.values, step.output).placement.of(site);
  std::uint32_t operands = 0;
  for (std::size_t x = 0; x < step.inputs.size(); ++x) {
    const plan::Value& operand = nth(plan.values, step.inputs[x]);
    bool same = node.inputs[x]->type.block.element == node.type.block.element &&
                boxes.size() == 1 && operand.placement.of(site) == boxes;
    for (std::size_t y = 0; y < step.inputs.size() && same; ++y) {
      same = step.inputs[y] != step.inputs[x] || node.accesses[y] == node.output;
    }
    if (assembles) same = same && x == 0 && begins_as_whole(node);
    if (same) operands |= std::uint32_t(1) << x;
  }
  return operands;
}

}  // namespace relatile::schedule::detail

namespace relatile::schedule {

RELATILE_INLINE StepMemory step_memory(const plan::Plan& plan, const plan::Step& step, int site,
                                       const SiteTransfers& transfers, const Endpoint& endpoint) {
  if (step.kind == plan::StepKind::stored) return {};
  const plan::Value& value = nth(plan.values, step.output);
  const tra::Node& node = *nth(plan.nodes, step.node);
  const placement::SiteBoxes boxes = value.placement.of(site);
  const bool exchange = step.kind == plan::StepKind::exchange;
  const bool moves = exchange && !step.exchange.reduces;
  const plan::Value* from = step.inputs.empty() ? nullptr : &nth(plan.values, step.inputs[0]);
  StepMemory memory;
  if (!exchange && !node.source().empty()) {  // the same blocks under other keys
    memory.shares = true;
  } else if (!node.type.elements) {
    memory = detail::memory_of_blocks(node.type, boxes, moves ? &from->placement : nullptr, site);
    if (exchange && !moves) detail::add_arriving(node.type, transfers, memory);
  } else {
    memory.shares = (moves && shares_array(*from, value, site)) || !endpoint.borders.empty();
    const placement::SiteBoxes pieces =
        memory.shares ? placement::SiteBoxes(endpoint.borders) : value.placement.pieces(site);
    for (const auto& box : pieces) {
      if (endpoint.borrows) continue;
      memory.own += aligned_size(node.type.bytes_in(box).value);
    }
    memory.overwrites = detail::overwritable(plan, step, site);
    memory.staging = endpoint.staging.bytes;
    memory.shows = !endpoint.shown.empty();
    memory.lends = endpoint.lends;
  }
  if (step.slice.index > 0) memory.own = 0;  // the first slice made the value
  return memory;
}

RELATILE_INLINE std::vector<StepMemory> step_memory(const plan::Plan& plan,
                                                    const std::vector<int>& makers,
                                                    const plan::Step& step) {
  std::vector<StepMemory> all;
  const plan::Transfers transfers = step.exchange.transfers.indexed();
  const auto rounds = rounds_of(plan, step);
  for (int site = 0; site < plan.num_sites; ++site) {
    const SiteTransfers own{transfers.out_of(site), transfers.into(site)};
    const Endpoint endpoint = detail::endpoint_if_array({plan, makers, step, site, own, rounds});
    all.push_back(step_memory(plan, step, site, own, endpoint));
  }
  return all;
}

RELATILE_INLINE SiteSteps steps_of_site(const plan::Plan& plan, const std::vector<int>& makers,
                                        int site) {
  struct Own {
    SiteTransfers transfers;
    std::optional<CombineRounds> rounds;
  };
  SiteSteps steps;
  steps.endpoints.reserve(plan.steps.size());
  steps.memory.reserve(plan.steps.size());
  const Own none;
  std::map<const void*, Own> known;  // of exchanges that are alike
  const auto own_of = [&](const plan::Step& step) -> const Own& {
    if (step.kind != plan::StepKind::exchange) return none;
    const void* const alike = step.exchange.transfers.identity();
    const auto [own, is_new] = known.try_emplace(alike ? alike : &step);
    if (is_new) own->second = {transfers_of(step.exchange, site), rounds_of(plan, step)};
    return own->second;
  };
  for (const auto& step : plan.steps) {
    const auto& [transfers, rounds] = own_of(step);
    steps.endpoints.push_back(
        detail::endpoint_if_array({plan, makers, step, site, transfers, rounds}));
    steps.memory.push_back(step_memory(plan, step, site, transfers, steps.endpoints.back()));
  }
  return steps;
}

}  // namespace relatile::schedule
