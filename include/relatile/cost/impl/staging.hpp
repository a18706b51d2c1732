// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/staging.hpp"

#include <algorithm>
#include <array>

#include "relatile/core/assert.hpp"
#include "relatile/core/buffer.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/cost/in_place.hpp"

namespace relatile::cost::detail {

RELATILE_INLINE const Box& box_holding(const std::vector<Box>& boxes, const Box& region) {
  std::size_t b = 0;
  while (b < boxes.size() && !boxes[b].contains(region)) ++b;
  RELATILE_ASSERT(b < boxes.size());
  return boxes[b];
}

RELATILE_INLINE void stage(std::vector<StagedTransfer>& transfers, const std::vector<Box>& boxes,
                           const tra::RelationType& type, MessageEnd end, bool combines,
                           std::int64_t& staging) {
  const auto element_size = static_cast<std::int64_t>(type.block.element.size);
  sort_stably(transfers, [](const auto& a, const auto& b) { return a.round < b.round; });
  std::array<std::int64_t, 2> most{};  // bytes of the even rounds, and of the odd ones
  const StagedTransfer* before = nullptr;
  std::int64_t next = 0;  // in this round
  for (auto& staged : transfers) {
    const Box& region = staged.transfer->region;
    staged.bytes = type.bytes_in(region).value;
    if (!combines) {
      const Box& box = box_holding(boxes, region);
      staged.runs = runs_of(region, box, element_size);
      staged.direct = !is_packed(staged.runs, end);
      if (staged.direct) {
        staged.offset = offset_in(box, region.low) * element_size;
        continue;
      }
      staged.runs = {};
    }
    if (before && before->round != staged.round) {
      before = nullptr;
      next = 0;
    }
    if (!combines && before && before->transfer->region == region) {
      staged.offset = before->offset;
    } else {
      staged.offset = next;
      next += aligned_size(staged.bytes);
    }
    auto& slot = most[static_cast<std::size_t>(staged.round % 2)];
    slot = std::max(slot, next);
    before = &staged;
  }
  for (auto& staged : transfers) {
    if (!staged.direct) staged.offset += staging + (staged.round % 2 != 0 ? most[0] : 0);
  }
  staging += most[0] + most[1];
}

}  // namespace relatile::cost::detail

namespace relatile::cost {

RELATILE_INLINE SiteTransfers transfers_of(const plan::Exchange& exchange, int site) {
  SiteTransfers own;
  for (const auto& transfer : exchange.transfers) {
    if (transfer.from == site) own.outgoing.push_back(&transfer);
    if (transfer.to == site) own.incoming.push_back(&transfer);
  }
  return own;
}

RELATILE_INLINE std::vector<SiteTransfers> transfers_by_site(const plan::Exchange& exchange,
                                                             int num_sites) {
  std::vector<SiteTransfers> all(static_cast<std::size_t>(num_sites));
  for (const auto& transfer : exchange.transfers) {
    all[static_cast<std::size_t>(transfer.from)].outgoing.push_back(&transfer);
    all[static_cast<std::size_t>(transfer.to)].incoming.push_back(&transfer);
  }
  return all;
}

RELATILE_INLINE const std::vector<Box>& pieces_of(const plan::Plan& plan, int value, int site) {
  const plan::Value& held = plan.values[static_cast<std::size_t>(value)];
  for (const auto& step : plan.steps) {
    if (step.output != value) continue;
    if (step.kind == plan::StepKind::stored) {
      const auto& stored = plan.nodes[static_cast<std::size_t>(step.node)]->value;
      if (stored && !stored->pieces.empty()) return stored->pieces[static_cast<std::size_t>(site)];
    }
    const bool moves = step.kind == plan::StepKind::exchange && !step.exchange.reduces;
    if (!moves) break;
    const int input = step.inputs[0];
    if (!shares_array(plan.values[static_cast<std::size_t>(input)], held, site)) break;
    return pieces_of(plan, input, site);
  }
  return held.placement.of(site);
}

RELATILE_INLINE std::optional<CombineRounds> rounds_of(const plan::Plan& plan,
                                                       const plan::Step& step) {
  const bool elements = plan.nodes[static_cast<std::size_t>(step.node)]->type.elements;
  if (!step.exchange.reduces || !elements) return std::nullopt;
  return CombineRounds(plan, step);
}

RELATILE_INLINE Staging stage_exchange(const plan::Plan& plan, const plan::Step& step, int site,
                                       const SiteTransfers& transfers,
                                       const std::optional<CombineRounds>& rounds) {
  const plan::Value& to = plan.values[static_cast<std::size_t>(step.output)];
  const tra::RelationType& type = plan.nodes[static_cast<std::size_t>(step.node)]->type;
  Staging staging;
  const auto add = [&](std::vector<StagedTransfer>& staged,
                       const std::vector<const plan::Transfer*>& all) {
    for (const auto* transfer : all) {
      if (!is_in_place(plan, step, *transfer)) staged.push_back({transfer});
    }
  };
  add(staging.outgoing, transfers.outgoing);
  add(staging.incoming, transfers.incoming);
  if (rounds) {
    staging.rounds = rounds->count();
    for (auto* staged : {&staging.outgoing, &staging.incoming}) {
      for (auto& t : *staged) t.round = rounds->round(*t.transfer);
    }
  }
  detail::stage(staging.outgoing, pieces_of(plan, step.inputs[0], site), type, MessageEnd::leaves,
                false, staging.bytes);
  detail::stage(staging.incoming, to.placement.of(site), type, MessageEnd::arrives,
                step.exchange.reduces, staging.bytes);
  return staging;
}

}  // namespace relatile::cost
