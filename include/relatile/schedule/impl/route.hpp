// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/schedule/route.hpp"

#include <algorithm>
#include <optional>

#include "relatile/core/box.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/schedule/in_place.hpp"
#include "relatile/schedule/staging.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::schedule::detail {

/// True if a collective can carry the exchange: every count and offset fits MPI's int.
inline bool fits_collective(const plan::Exchange& exchange, const tra::RelationType& type,
                            std::int64_t message_limit) {
  std::int64_t total = 0;
  for (const auto& t : exchange.transfers) total += aligned_size(type.bytes_in(t.region).value);
  // Offsets are of pieces, none of which is larger than the array.
  total = std::max(total, aligned_size(type.bytes_in(Box::whole(type.extents)).value));
  return total <= message_limit;
}

/// True if all that an exchange takes from sites, and brings to them, is one run of one piece.
inline bool is_one_run_everywhere(const plan::Plan& plan, const std::vector<int>& makers,
                                  const plan::Step& step) {
  const plan::Value& to = nth(plan.values, step.output);
  std::vector<std::optional<placement::SiteBoxes>> pieces(static_cast<std::size_t>(plan.num_sites));
  return std::all_of(step.exchange.transfers.begin(), step.exchange.transfers.end(),
                     [&](const auto& t) {
                       const placement::SiteBoxes wanted = to.placement.of(t.to);
                       if (wanted.size() != 1 || !is_contiguous(t.region, wanted.front()))
                         return false;
                       auto& held = nth(pieces, t.from);
                       if (!held) held = pieces_of(plan, makers, step.inputs[0], t.from);
                       return held->size() == 1 && is_contiguous(t.region, held->front());
                     });
}

}  // namespace relatile::schedule::detail

namespace relatile::schedule {

RELATILE_INLINE Route route_of(const plan::Plan& plan, const std::vector<int>& makers,
                               const plan::Step& step, std::int64_t message_limit) {
  const plan::Exchange& exchange = step.exchange;
  const tra::RelationType& type = nth(plan.nodes, step.node)->type;
  const auto in_place = [&](const plan::Transfer& t) { return is_in_place(plan, step, t); };
  if (exchange.reduces || exchange.groups->empty() ||
      !detail::fits_collective(exchange, type, message_limit) ||
      std::any_of(exchange.transfers.begin(), exchange.transfers.end(), in_place)) {
    return {};
  }
  if (detail::is_one_run_everywhere(plan, makers, step)) return {exchange.pattern, false};
  if (exchange.pattern == plan::Pattern::broadcast) return {exchange.pattern, true};
  return {};
}

RELATILE_INLINE std::vector<int> group_of(const plan::Exchange& exchange, int site) {
  for (const auto& group : *exchange.groups) {
    if (std::find(group.begin(), group.end(), site) != group.end()) return group;
  }
  return {};
}

}  // namespace relatile::schedule
