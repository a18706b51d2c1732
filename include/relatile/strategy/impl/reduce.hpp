// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/strategy/reduce.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/strategy/classify.hpp"
#include "relatile/strategy/redistribute.hpp"

namespace relatile::strategy {

RELATILE_INLINE plan::Exchange reduce(const placement::Placement& partial,
                                      const placement::Placement& target) {
  plan::Exchange exchange;
  exchange.reduces = true;
  for (int to = 0; to < target.num_sites(); ++to) {
    for (const auto& wanted : target.of(to)) {
      for (int from = 0; from < partial.num_sites(); ++from) {
        if (from == to) continue;
        for (const auto& part : partial.of(from)) {
          const Box region = intersect(part, wanted);
          if (!region.empty()) exchange.transfers.push_back({from, to, region});
        }
      }
    }
  }
  classify(exchange, partial, target);
  return exchange;
}

RELATILE_INLINE plan::Exchange reduce_halfway(const placement::Placement& partial,
                                              const placement::Placement& sums) {
  plan::Exchange exchange;
  exchange.reduces = true;
  const std::vector<Replicas> targets = replicas_of(sums);
  for (const auto& source : replicas_of(partial)) {
    for (const auto& target : targets) {
      const Box region = intersect(source.box, target.box);
      if (region.empty()) continue;
      for (std::size_t number = 0; number < source.sites.size(); ++number) {
        const int from = source.sites[number];
        const int to = target.sites[number % target.sites.size()];
        if (from != to) exchange.transfers.push_back({from, to, region});
      }
    }
  }
  sort_stably(exchange.transfers, [](const plan::Transfer& a, const plan::Transfer& b) {
    return a.to != b.to ? a.to < b.to : a.from < b.from;
  });
  classify(exchange, partial, sums);
  return exchange;
}

RELATILE_INLINE plan::Exchange exchange_between(const plan::Value& from, const plan::Value& to) {
  if (!from.partial) return redistribute(from.placement, to.placement);
  return to.partial ? reduce_halfway(from.placement, to.placement)
                    : reduce(from.placement, to.placement);
}

}  // namespace relatile::strategy
