// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/schedule/endpoint.hpp"

#include "relatile/schedule/borders.hpp"
#include "relatile/schedule/in_place.hpp"

namespace relatile::schedule {

RELATILE_INLINE Endpoint endpoint_of(const SiteExchange& exchange) {
  const auto& [plan, makers, step, site, transfers, rounds] = exchange;
  Endpoint end;
  end.borders = borders_of(exchange);
  end.staging = stage_exchange(exchange, end.borders);
  end.begins = step.slice.index == 0;
  end.in_slices = step.slice.count > 1;
  if (rounds) end.own_turn = rounds->order().turn(site, site);
  if (plan.hosts.empty()) return end;
  for (const auto& transfer : transfers.outgoing) {
    if (!is_in_place(plan, step, transfer)) continue;
    end.shown.push_back(transfer);
    end.lends = end.lends || borrowed(plan, step, transfer.to) == transfer;
  }
  for (const auto& transfer : transfers.incoming) {
    if (!is_in_place(plan, step, transfer)) continue;
    const placement::SiteBoxes pieces = pieces_of(plan, makers, step.inputs[0], transfer.from);
    NeighbourRead read{transfer, detail::box_holding(pieces, transfer.region), 0, 0};
    if (rounds) read.turn = rounds->order().turn(transfer.from, site);
    end.reads.push_back(std::move(read));
  }
  end.borrows = borrowed(plan, step, site).has_value();
  return end;
}

}  // namespace relatile::schedule
