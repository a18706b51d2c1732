// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <utility>

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/traffic.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::cost {

/// Counts the exact traffic of transfers of blocks of `type`. Regions of an array go as one message
/// each (longer ones split), blocks of a relation as one message each.
class TrafficCounter {
 public:
  TrafficCounter(const tra::RelationType& type, int num_sites, std::int64_t message_limit)
      : type_(&type), message_limit_(message_limit), traffic_(num_sites) {}
  void add(const plan::Transfer& transfer);
  plan::Traffic traffic() && { return std::move(traffic_); }

 private:
  const tra::RelationType* type_;
  std::int64_t message_limit_;
  plan::Traffic traffic_;
};

/// Of all transfers of an exchange.
RELATILE_INLINE plan::Traffic count(const plan::Exchange& exchange, const tra::RelationType& type,
                                    int num_sites,
                                    std::int64_t message_limit = plan::default_message_limit);

/// The bytes an exchange moves in all, for the planner's inner loop.
RELATILE_INLINE Bytes count_bytes(const plan::Exchange& exchange, const tra::RelationType& type);

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/count.hpp"
#endif
