// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/schedule/combine_order.hpp"

#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/box_index.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/schedule/in_place.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::schedule {

RELATILE_INLINE CombineOrder::CombineOrder(const plan::Value& target)
    : num_sites_(target.placement.num_sites()) {
  std::vector<Box> all;
  for (int site = 0; site < num_sites_; ++site) {
    const placement::SiteBoxes boxes = target.placement.of(site);
    all.insert(all.end(), boxes.begin(), boxes.end());
  }
  by_distance_ = target.partial || disjoint(all);
}

RELATILE_INLINE CombineRounds::CombineRounds(const plan::Plan& plan, const plan::Step& step)
    : order_(nth(plan.values, step.output)) {
  const tra::RelationType& type = nth(plan.nodes, step.node)->type;
  std::map<int, std::map<int, std::int64_t>> received;  // per turn and site, bytes
  for (const auto& transfer : step.exchange.transfers) {
    if (is_in_place(plan, step, transfer)) continue;
    received[order_.turn(transfer.from, transfer.to)][transfer.to] +=
        type.bytes_in(transfer.region).value;
  }
  std::map<int, std::int64_t> in_round;  // per site
  for (const auto& [turn, sites] : received) {
    bool fits = count_ > 0;
    for (const auto& [site, bytes] : sites) fits = fits && in_round[site] + bytes <= round_bytes;
    if (!fits) {
      in_round.clear();
      ++count_;
    }
    for (const auto& [site, bytes] : sites) in_round[site] += bytes;
    round_of_turn_[turn] = count_ - 1;
  }
}

}  // namespace relatile::schedule
