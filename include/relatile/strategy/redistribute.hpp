// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/plan/exchange.hpp"

namespace relatile::strategy {

/// Where a placement keeps each of its distinct boxes: the box and the sites that hold it.
struct Replicas {
  Box box;
  std::vector<int> sites;
};

/// The distinct boxes of a placement, in order of the first site that holds each.
RELATILE_INLINE std::vector<Replicas> replicas_of(const placement::Placement& placement);

/// Moves what sites need and do not hold: the general form of BCAST and SHUF [tra21, section 3].
///
/// A region that several sites hold is taken from the replica with the same number as the
/// receiver has among the holders of its own box, so that mesh axes that replicate never talk to
/// each other; a receiver without a box spreads over the replicas.
RELATILE_INLINE plan::Exchange redistribute(const placement::Placement& have,
                                            const placement::Placement& need);

}  // namespace relatile::strategy

#if defined(RELATILE_DEFINITIONS)
#include "relatile/strategy/impl/redistribute.hpp"
#endif
