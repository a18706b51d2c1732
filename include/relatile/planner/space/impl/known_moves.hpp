// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/known_moves.hpp"

#include "relatile/planner/space/candidate.hpp"

namespace relatile::planner {

RELATILE_INLINE cost::TransferCost KnownMoves::of(const tra::RelationType& type,
                                                  const placement::Sharding& have,
                                                  const placement::Sharding& need) {
  // On more sites ranges are written down for a while only, and no two placements share them.
  const bool shared = have.ranges && need.ranges && have.num_sites <= most_sites_written_down;
  if (!shared) return cost::TransferCosts(type).move(have, need);
  Moves& moves = moves_of(type);
  const Addresses between{have.ranges.get(), need.ranges.get()};
  if (const auto known = moves.find(between); known != moves.end()) return known->second;
  const cost::TransferCost move = cost::TransferCosts(type).move(have, need);
  kept_.insert(have.ranges);
  kept_.insert(need.ranges);
  moves.emplace(between, move);
  return move;
}

RELATILE_INLINE KnownMoves::Moves& KnownMoves::moves_of(const tra::RelationType& type) {
  const auto size = static_cast<std::int64_t>(type.block.element.size);
  if (!moves_of_last_ || last_.first != size || last_.second != type.extents) {
    last_ = {size, type.extents};
    moves_of_last_ = &moves_[last_];
  }
  return *moves_of_last_;
}

}  // namespace relatile::planner
