// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/plan/exchange.hpp"

namespace relatile::strategy {

/// The sites that exchange something with each other, directly or through others: the groups on
/// which a collective could run.
RELATILE_INLINE std::vector<std::vector<int>> connected_groups(const plan::Exchange& exchange,
                                                               int num_sites);

/// True if some site has two regions for one other, of which a collective could carry one.
RELATILE_INLINE bool has_repeated_pair(std::vector<std::vector<int>> senders);

/// Recognises an exchange of arrays that is a broadcast or an all-gather in every group, and an
/// all-to-all where most pairs of a group talk; everything else goes point to point.
RELATILE_INLINE void classify(plan::Exchange& exchange, const placement::Placement& have,
                              const placement::Placement& need);

}  // namespace relatile::strategy

#if defined(RELATILE_DEFINITIONS)
#include "relatile/strategy/impl/classify.hpp"
#endif
