// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/schedule/staging.hpp"

#include <algorithm>
#include <array>

#include "relatile/core/assert.hpp"
#include "relatile/core/buffer.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/schedule/in_place.hpp"

namespace relatile::schedule::detail {

RELATILE_INLINE Box box_holding(const placement::SiteBoxes& boxes, const Box& region) {
  const auto* const box = std::find_if(boxes.begin(), boxes.end(),
                                       [&](const Box& one) { return one.contains(region); });
  RELATILE_ASSERT(box != boxes.end());
  return *box;
}

RELATILE_INLINE void stage(std::vector<StagedTransfer>& transfers,
                           const placement::SiteBoxes& boxes, const tra::RelationType& type,
                           MessageEnd end, bool combines, std::int64_t& staging) {
  const auto element_size = static_cast<std::int64_t>(type.block.element.size);
  sort_stably(transfers, [](const auto& a, const auto& b) { return a.round < b.round; });
  std::array<std::int64_t, 2> most{};  // bytes of the even rounds, and of the odd ones
  const StagedTransfer* before = nullptr;
  std::int64_t next = 0;  // in this round
  for (auto& staged : transfers) {
    const Box& region = staged.transfer.region;
    staged.bytes = type.bytes_in(region).value;
    if (!combines) {
      const Box box = box_holding(boxes, region);
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
    if (!combines && before && before->transfer.region == region) {
      staged.offset = before->offset;
    } else {
      staged.offset = next;
      next += aligned_size(staged.bytes);
    }
    auto& slot = nth(most, staged.round % 2);
    slot = std::max(slot, next);
    before = &staged;
  }
  for (auto& staged : transfers) {
    if (!staged.direct) staged.offset += staging + (staged.round % 2 != 0 ? most[0] : 0);
  }
  staging += most[0] + most[1];
}

}  // namespace relatile::schedule::detail

namespace relatile::schedule {

RELATILE_INLINE placement::SiteBoxes pieces_of(const plan::Plan& plan,
                                               const std::vector<int>& makers, int value,
                                               int site) {
  const plan::Value& held = nth(plan.values, value);
  const int maker = nth(makers, value);
  if (maker < 0) return held.placement.pieces(site);
  const plan::Step& step = nth(plan.steps, maker);
  if (step.kind == plan::StepKind::stored) {
    const auto& stored = nth(plan.nodes, step.node)->value;
    if (stored && !stored->pieces.empty()) return nth(stored->pieces, site);
  }
  if (step.kind != plan::StepKind::exchange || step.exchange.reduces) {
    return held.placement.pieces(site);
  }
  const int input = step.inputs[0];
  const bool shares = shares_array(nth(plan.values, input), held, site);
  return shares ? pieces_of(plan, makers, input, site) : held.placement.pieces(site);
}

RELATILE_INLINE std::optional<CombineRounds> rounds_of(const plan::Plan& plan,
                                                       const plan::Step& step) {
  const bool elements = nth(plan.nodes, step.node)->type.elements;
  if (!step.exchange.reduces || !elements) return std::nullopt;
  return CombineRounds(plan, step);
}

RELATILE_INLINE Staging stage_exchange(const SiteExchange& exchange,
                                       const std::vector<Box>& borders) {
  const auto& [plan, makers, step, site, transfers, rounds] = exchange;
  const plan::Value& to = nth(plan.values, step.output);
  const tra::RelationType& type = nth(plan.nodes, step.node)->type;
  Staging staging;
  const auto add = [&](std::vector<StagedTransfer>& staged,
                       const std::vector<plan::Transfer>& all) {
    for (const auto& transfer : all) {
      if (!is_in_place(exchange.plan, exchange.step, transfer)) staged.push_back({transfer});
    }
  };
  add(staging.outgoing, transfers.outgoing);
  add(staging.incoming, transfers.incoming);
  if (rounds) {
    staging.rounds = rounds->count();
    for (auto* staged : {&staging.outgoing, &staging.incoming}) {
      for (auto& t : *staged) {
        t.round = rounds->round(t.transfer);
        t.turn = rounds->order().turn(t.transfer.from, t.transfer.to);
      }
    }
  }
  detail::stage(staging.outgoing, pieces_of(plan, makers, step.inputs[0], site), type,
                MessageEnd::leaves, false, staging.bytes);
  detail::stage(staging.incoming,
                borders.empty() ? to.placement.pieces(site) : placement::SiteBoxes(borders), type,
                MessageEnd::arrives, step.exchange.reduces, staging.bytes);
  return staging;
}

}  // namespace relatile::schedule
