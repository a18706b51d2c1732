// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/count.hpp"

#include "relatile/core/box.hpp"
#include "relatile/core/extents.hpp"

namespace relatile::cost {

RELATILE_INLINE plan::Traffic count(const plan::Exchange& exchange, const tra::RelationType& type,
                                    int num_sites, std::int64_t message_limit) {
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

RELATILE_INLINE Bytes count_bytes(const plan::Exchange& exchange, const tra::RelationType& type) {
  Bytes total;
  for (const auto& t : exchange.transfers) total += type.bytes_in(t.region);
  return total;
}

}  // namespace relatile::cost
