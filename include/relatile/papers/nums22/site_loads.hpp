// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/papers/nums22/cost.hpp"
#include "relatile/papers/planning.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::papers {

using SiteLoads = std::vector<papers::nums22::SiteLoad>;

RELATILE_INLINE void add(SiteLoads& loads, const SiteLoads& more);

/// What an exchange puts on every site: what arrives is kept.
RELATILE_INLINE SiteLoads loads_of(const plan::Exchange& exchange, const tra::RelationType& type,
                                   int num_sites);

/// What holding `placement` takes on every site.
RELATILE_INLINE SiteLoads loads_of(const placement::Placement& placement,
                                   const tra::RelationType& type);

/// What a move (strategy::redistribute) puts on every site.
RELATILE_INLINE SiteLoads move_loads(const placement::Sharding& have,
                                     const placement::Sharding& need,
                                     const tra::RelationType& type);

/// What bringing a partial value together (strategy::reduce) puts on every site, the result
/// included.
RELATILE_INLINE SiteLoads reduce_loads(const placement::Sharding& partial,
                                       const placement::Sharding& target,
                                       const tra::RelationType& type);

/// What the results of kernels take on every site.
RELATILE_INLINE SiteLoads result_loads(const placement::Sharding& produced,
                                       const tra::RelationType& type);

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/nums22/impl/site_loads.hpp"
#endif
