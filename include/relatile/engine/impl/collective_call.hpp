// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/collective_call.hpp"

#include <algorithm>

#include "relatile/core/assert.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/site_data.hpp"

namespace relatile::engine {

RELATILE_INLINE transport::Broadcast broadcast_of(const ArrayEnd& end) {
  const schedule::Endpoint& part = *end.part;
  const bool root = !part.staging.outgoing.empty();
  const schedule::StagedTransfer& t = root ? part.staging.outgoing[0] : part.staging.incoming[0];
  std::byte* const data = address(t, root ? *end.input : *end.output, end.staging);
  return {end.site, part.group, t.transfer.from, data, t.bytes, t.runs, part.route.any_strided};
}

RELATILE_INLINE transport::Collective collective_of(const ArrayEnd& end,
                                                    std::int64_t element_size) {
  const std::vector<int>& group = end.part->group;
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
  for (const auto& t : end.part->staging.outgoing) {
    call.send_counts[member(t.transfer.to)] = t.bytes;
    call.send_offsets[member(t.transfer.to)] = t.offset;
  }
  for (const auto& t : end.part->staging.incoming) {
    call.receive_counts[member(t.transfer.from)] = t.bytes;
    call.receive_offsets[member(t.transfer.from)] = t.offset;
  }
  if (end.part->route.pattern == plan::Pattern::all_gather) {
    const std::size_t me = member(end.site);
    const schedule::StagedTransfer& own = end.part->staging.outgoing[0];
    const ArrayPiece& piece = end.output->pieces[0];
    RELATILE_ASSERT(is_contiguous(own.transfer.region, piece.box));
    call.send_counts[me] = call.receive_counts[me] = own.bytes;
    call.send_offsets[me] = own.offset;
    call.receive_offsets[me] = offset_in(piece.box, own.transfer.region.low) * element_size;
  }
  return call;
}

}  // namespace relatile::engine
