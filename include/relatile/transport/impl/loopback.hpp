// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/loopback.hpp"

#include <numeric>
#include <utility>

#include "relatile/core/assert.hpp"
#include "relatile/core/byte_runs.hpp"
#include "relatile/core/nth.hpp"

namespace relatile::transport {

RELATILE_INLINE Loopback::Loopback(int num_sites, std::int64_t message_limit,
                                   std::vector<int> hosts)
    : sites_(static_cast<std::size_t>(num_sites)),
      message_limit_(message_limit),
      hosts_(std::move(hosts)) {
  std::iota(sites_.begin(), sites_.end(), 0);
}

RELATILE_INLINE TransitPtr Loopback::begin_point_to_point(std::span<const Message> messages,
                                                          std::span<Sent> sent, int) {
  for (const auto& m : messages) deliver(m, sent);
  return nullptr;
}

RELATILE_INLINE TransitPtr Loopback::begin_broadcast(std::span<const Broadcast> calls,
                                                     std::span<Sent> sent) {
  for (const auto& to : calls) {
    if (to.site == to.root) continue;
    for (const auto& from : calls) {
      if (from.site != to.root) continue;
      deliver({from.site, to.site, from.data, to.data, to.bytes, from.runs, to.runs}, sent);
    }
  }
  return nullptr;
}

RELATILE_INLINE TransitPtr Loopback::begin_all_to_all(std::span<const Collective> calls,
                                                      std::span<Sent> sent) {
  for (const auto& to : calls) {
    for (std::size_t m = 0; m < to.group.size(); ++m) {
      if (to.group[m] == to.site || to.receive_counts[m] == 0) continue;
      for (const auto& from : calls) {
        if (from.site != to.group[m] || from.group != to.group) continue;
        std::size_t me = 0;
        while (to.group[me] != to.site) ++me;
        deliver({from.site, to.site, from.send + from.send_offsets[me],
                 to.receive + to.receive_offsets[m], to.receive_counts[m]},
                sent);
      }
    }
  }
  return nullptr;
}

RELATILE_INLINE void Loopback::deliver(const Message& m, std::span<Sent> sent) const {
  RELATILE_ASSERT(m.source_runs.is_one() || m.source_runs.bytes() == m.bytes);
  RELATILE_ASSERT(m.target_runs.is_one() || m.target_runs.bytes() == m.bytes);
  const ByteRuns one = ByteRuns::one(m.bytes);
  copy_runs(m.target, m.target_runs.is_one() ? one : m.target_runs, m.source,
            m.source_runs.is_one() ? one : m.source_runs);
  count(m.from, m.to, m.bytes, sent);
}

RELATILE_INLINE void Loopback::count(int from, int to, std::int64_t bytes,
                                     std::span<Sent> sent) const {
  nth(sent, from).bytes_sent += bytes;
  nth(sent, from).messages += (bytes + message_limit_ - 1) / message_limit_;
  nth(sent, to).bytes_received += bytes;
}

}  // namespace relatile::transport
