// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile::placement {

struct Sharding;

/// The range of every dimension at every site, dimension by dimension: those that
/// `ShardingDim::range` says, in a tenth of the time of asking for each.
RELATILE_INLINE std::vector<Range> ranges_of_sites(const Sharding& sharding);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/ranges_of_sites.hpp"
#endif
