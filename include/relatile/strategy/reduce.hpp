// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/placement/placement.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/strategy/classify.hpp"

namespace relatile::strategy {

/// Brings the contributions of a partial value together where `target` places the result: a
/// reduce-scatter if the targets are disjoint parts, a reduce if one site gets all. Every
/// contribution to a place comes from a different site; sites that computed nothing contribute
/// nothing. The second phase of the two-phase aggregate, rule R2-5 of [tra21].
inline plan::Exchange reduce(const placement::Placement& partial,
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

}  // namespace relatile::strategy
