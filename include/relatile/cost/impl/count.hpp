// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/count.hpp"

#include "relatile/core/box.hpp"
#include "relatile/core/extents.hpp"

namespace relatile::cost {

RELATILE_INLINE void TrafficCounter::add(const plan::Transfer& t) {
  if (type_->elements) {
    const Bytes bytes = type_->bytes_in(t.region);
    traffic_.add(t.from, t.to, bytes, plan::messages_for(bytes, message_limit_));
    return;
  }
  for_each_coordinate(t.region, [&](const Key& key) {
    const std::int64_t index = linear_index(key, type_->extents);
    if (!type_->has_key(index)) return;
    const Bytes bytes = type_->bytes_of_key(index);
    traffic_.add(t.from, t.to, bytes, plan::messages_for(bytes, message_limit_));
  });
}

RELATILE_INLINE plan::Traffic count(const plan::Exchange& exchange, const tra::RelationType& type,
                                    int num_sites, std::int64_t message_limit) {
  TrafficCounter counter(type, num_sites, message_limit);
  for (const auto& t : exchange.transfers) counter.add(t);
  return std::move(counter).traffic();
}

RELATILE_INLINE Bytes count_bytes(const plan::Exchange& exchange, const tra::RelationType& type) {
  Bytes total;
  for (const auto& t : exchange.transfers) total += type.bytes_in(t.region);
  return total;
}

}  // namespace relatile::cost
