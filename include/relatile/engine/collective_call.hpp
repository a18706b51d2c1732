// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <vector>

#include "relatile/core/memory.hpp"
#include "relatile/engine/array_end.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::engine {

/// The group of sites that a site's collective runs on, or empty.
inline std::vector<int> group_of(const plan::Exchange& exchange, int site) {
  for (const auto& group : exchange.groups) {
    for (int member : group) {
      if (member == site) return group;
    }
  }
  return {};
}

/// True if a collective can carry the exchange: every count and offset fits MPI's int.
inline bool fits_collective(const plan::Exchange& exchange, const tra::RelationType& type,
                            std::int64_t message_limit) {
  if (exchange.groups.empty()) return false;
  std::int64_t total = 0;
  for (const auto& t : exchange.transfers) total += aligned_size(type.bytes_in(t.region).value);
  // Offsets are of pieces, none of which is larger than the array.
  total = std::max(total, aligned_size(type.bytes_in(Box::whole(type.extents)).value));
  return total <= message_limit;
}

inline transport::Collective collective_of(const ArrayEnd& end, const std::vector<int>& group) {
  transport::Collective call;
  call.site = end.site;
  call.group = group;
  call.send_counts.assign(group.size(), 0);
  call.send_offsets.assign(group.size(), 0);
  call.receive_counts.assign(group.size(), 0);
  call.receive_offsets.assign(group.size(), 0);
  const auto base = [](const std::vector<cost::StagedTransfer>& transfers, const SiteData& data,
                       std::byte* staging) {
    if (transfers.empty() || !transfers[0].direct) return staging;
    return data.piece_holding(transfers[0].transfer->region)->data.get();
  };
  call.send = base(end.staged.outgoing, *end.input, end.staging);
  call.receive = base(end.staged.incoming, *end.output, end.staging);
  for (std::size_t m = 0; m < group.size(); ++m) {
    if (group[m] == end.site) {
      call.send_counts[m] = call.receive_counts[m] = end.staged.own_bytes;
      call.send_offsets[m] = end.staged.outgoing.empty() ? 0 : end.staged.outgoing[0].offset;
      call.receive_offsets[m] = end.staged.own_offset;
    }
    for (const auto& t : end.staged.outgoing) {
      if (t.transfer->to != group[m]) continue;
      call.send_counts[m] = t.bytes;
      call.send_offsets[m] = t.offset;
    }
    for (const auto& t : end.staged.incoming) {
      if (t.transfer->from != group[m]) continue;
      call.receive_counts[m] = t.bytes;
      call.receive_offsets[m] = t.offset;
    }
  }
  return call;
}

}  // namespace relatile::engine
