// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/exchange.hpp"
#include "relatile/plan/traffic.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::cost {

/// The exact traffic of an exchange of blocks of `type`. Regions of an array go as one message
/// each (longer ones split), blocks of a relation as one message each.
inline plan::Traffic count(const plan::Exchange& exchange, const tra::RelationType& type,
                           int num_sites,
                           std::int64_t message_limit = plan::default_message_limit) {
  plan::Traffic traffic(num_sites);
  for (const auto& t : exchange.transfers) {
    if (type.elements) {
      const Bytes bytes = type.bytes_in(t.region);
      traffic.add(t.from, t.to, bytes, plan::messages_for(bytes, message_limit));
      continue;
    }
    for_each_coordinate(t.region, [&](const Key& key) {
      const std::int64_t index = linear_index(key, type.extents);
      if (!type.has_key(index)) return;
      const Bytes bytes = type.bytes_of_key(index);
      traffic.add(t.from, t.to, bytes, plan::messages_for(bytes, message_limit));
    });
  }
  return traffic;
}

/// The bytes an exchange moves in all, for the planner's inner loop.
inline Bytes count_bytes(const plan::Exchange& exchange, const tra::RelationType& type) {
  Bytes total;
  for (const auto& t : exchange.transfers) total += type.bytes_in(t.region);
  return total;
}

}  // namespace relatile::cost
