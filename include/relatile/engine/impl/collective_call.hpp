// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/collective_call.hpp"

#include <algorithm>
#include <optional>

#include "relatile/core/assert.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/buffer.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/schedule/in_place.hpp"
#include "relatile/schedule/staging.hpp"

namespace relatile::engine {

RELATILE_INLINE std::vector<int> group_of(const plan::Exchange& exchange, int site) {
  for (const auto& group : exchange.groups) {
    for (int member : group) {
      if (member == site) return group;
    }
  }
  return {};
}

}  // namespace relatile::engine

namespace relatile::engine::detail {

RELATILE_INLINE bool fits_collective(const plan::Exchange& exchange, const tra::RelationType& type,
                                     std::int64_t message_limit) {
  std::int64_t total = 0;
  for (const auto& t : exchange.transfers) total += aligned_size(type.bytes_in(t.region).value);
  // Offsets are of pieces, none of which is larger than the array.
  total = std::max(total, aligned_size(type.bytes_in(Box::whole(type.extents)).value));
  return total <= message_limit;
}

RELATILE_INLINE bool is_one_run_everywhere(const plan::Plan& plan, const plan::Step& step) {
  const plan::Value& to = plan.values[static_cast<std::size_t>(step.output)];
  const std::vector<int> makers = plan.makers();
  std::vector<std::optional<placement::SiteBoxes>> pieces(static_cast<std::size_t>(plan.num_sites));
  return std::all_of(step.exchange.transfers.begin(), step.exchange.transfers.end(),
                     [&](const auto& t) {
                       const placement::SiteBoxes wanted = to.placement.of(t.to);
                       if (wanted.size() != 1 || !is_contiguous(t.region, wanted.front()))
                         return false;
                       auto& held = pieces[static_cast<std::size_t>(t.from)];
                       if (!held) held = schedule::pieces_of(plan, makers, step.inputs[0], t.from);
                       return held->size() == 1 && is_contiguous(t.region, held->front());
                     });
}

}  // namespace relatile::engine::detail

namespace relatile::engine {

RELATILE_INLINE Route route_of(const plan::Plan& plan, const plan::Step& step,
                               std::int64_t message_limit) {
  const plan::Exchange& exchange = step.exchange;
  const tra::RelationType& type = plan.nodes[static_cast<std::size_t>(step.node)]->type;
  const auto in_place = [&](const plan::Transfer& t) {
    return schedule::is_in_place(plan, step, t);
  };
  if (exchange.reduces || exchange.groups.empty() ||
      !detail::fits_collective(exchange, type, message_limit) ||
      std::any_of(exchange.transfers.begin(), exchange.transfers.end(), in_place)) {
    return {};
  }
  if (detail::is_one_run_everywhere(plan, step)) return {exchange.pattern, false};
  if (exchange.pattern == plan::Pattern::broadcast) return {exchange.pattern, true};
  return {};
}

RELATILE_INLINE transport::Broadcast broadcast_of(const ArrayEnd& end,
                                                  const std::vector<int>& group, bool any_strided) {
  const bool root = !end.staged.outgoing.empty();
  const schedule::StagedTransfer& t = root ? end.staged.outgoing[0] : end.staged.incoming[0];
  std::byte* const data = address(t, root ? *end.input : *end.output, end.staging);
  return {end.site, group, t.transfer.from, data, t.bytes, t.runs, any_strided};
}

RELATILE_INLINE transport::Collective collective_of(const ArrayEnd& end,
                                                    const std::vector<int>& group, bool gathers,
                                                    std::int64_t element_size) {
  transport::Collective call;
  call.site = end.site;
  call.group = group;
  call.send = end.input->pieces.empty() ? nullptr : end.input->pieces[0].data.get();
  call.receive = end.output->pieces.empty() ? nullptr : end.output->pieces[0].data.get();
  call.send_counts.assign(group.size(), 0);
  call.send_offsets.assign(group.size(), 0);
  call.receive_counts.assign(group.size(), 0);
  call.receive_offsets.assign(group.size(), 0);
  const auto member = [&](int site) {
    return static_cast<std::size_t>(std::find(group.begin(), group.end(), site) - group.begin());
  };
  for (const auto& t : end.staged.outgoing) {
    call.send_counts[member(t.transfer.to)] = t.bytes;
    call.send_offsets[member(t.transfer.to)] = t.offset;
  }
  for (const auto& t : end.staged.incoming) {
    call.receive_counts[member(t.transfer.from)] = t.bytes;
    call.receive_offsets[member(t.transfer.from)] = t.offset;
  }
  if (gathers) {
    const std::size_t me = member(end.site);
    const schedule::StagedTransfer& own = end.staged.outgoing[0];
    const ArrayPiece& piece = end.output->pieces[0];
    RELATILE_ASSERT(is_contiguous(own.transfer.region, piece.box));
    call.send_counts[me] = call.receive_counts[me] = own.bytes;
    call.send_offsets[me] = own.offset;
    call.receive_offsets[me] = offset_in(piece.box, own.transfer.region.low) * element_size;
  }
  return call;
}

}  // namespace relatile::engine
