// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/plans.hpp"

namespace relatile::papers::tra21 {

RELATILE_INLINE Floats Moves::total() const {
  Floats sum;
  for (const auto& move : moves_) sum += move.floats;
  return sum;
}

RELATILE_INLINE Moves nearest_vertical(const NearestNeighbour& q, int sites) {
  Moves moves(sites);
  moves.bcast("query", q.d);
  moves.shuf("join of the differences and A", sites * q.n * q.d);
  moves.shuf("row sums of each site", q.n);
  moves.shuf("nearest of each site", 2);
  return moves;
}

RELATILE_INLINE Moves data_parallel(const FeedForward& net, int sites) {
  return Moves(sites)
      .bcast("W1", net.d * net.h)
      .bcast("W2", net.h * net.l)
      .shuf("gradient of W2", net.h * net.l)
      .shuf("gradient of W1", net.d * net.h);
}

RELATILE_INLINE Moves model_parallel(const FeedForward& net, int sites) {
  return Moves(sites)
      .bcast("contributions to a1", net.n * net.h)
      .bcast("contributions to the gradient of a1", net.n * net.h);
}

}  // namespace relatile::papers::tra21
