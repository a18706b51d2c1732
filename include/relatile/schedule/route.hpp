// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::schedule {

/// How an exchange of an array travels.
struct Route {
  plan::Pattern pattern = plan::Pattern::point_to_point;
  bool any_strided = false;  ///< broadcasts only: some site has, or gets, several runs
};

/// The same on all sites. Collectives carry what fits their counts, of which nothing is combined or
/// read in place; of what lies in several runs only broadcasts are collectives. `makers` are the
/// plan's.
RELATILE_INLINE Route route_of(const plan::Plan& plan, const std::vector<int>& makers,
                               const plan::Step& step, std::int64_t message_limit);

/// The group of sites that a site's collective runs on, or empty.
RELATILE_INLINE std::vector<int> group_of(const plan::Exchange& exchange, int site);

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/route.hpp"
#endif
