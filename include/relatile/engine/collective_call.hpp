// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/engine/array_end.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/relation_type.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::engine {

/// The group of sites that a site's collective runs on, or empty.
RELATILE_INLINE std::vector<int> group_of(const plan::Exchange& exchange, int site);

namespace detail {

/// True if a collective can carry the exchange: every count and offset fits MPI's int.
RELATILE_INLINE bool fits_collective(const plan::Exchange& exchange, const tra::RelationType& type,
                                     std::int64_t message_limit);

/// True if all that an exchange takes from sites, and brings to them, is one run of one piece.
RELATILE_INLINE bool is_one_run_everywhere(const plan::Plan& plan, const plan::Step& step);

}  // namespace detail

/// How an exchange of an array travels.
struct Route {
  plan::Pattern pattern = plan::Pattern::point_to_point;
  bool any_strided = false;  ///< broadcasts only: some site has, or gets, several runs
};

/// The same on all sites. Of what lies in several runs only broadcasts are collectives.
RELATILE_INLINE Route route_of(const plan::Plan& plan, const plan::Step& step,
                               std::int64_t message_limit);

/// Of a site that sends or receives.
RELATILE_INLINE transport::Broadcast broadcast_of(const ArrayEnd& end,
                                                  const std::vector<int>& group, bool any_strided);

/// A site's part in an all-gather, to which members bring what they have themselves, or in an
/// all-to-all. Every region is one run of the site's one piece.
RELATILE_INLINE transport::Collective collective_of(const ArrayEnd& end,
                                                    const std::vector<int>& group, bool gathers,
                                                    std::int64_t element_size);

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/collective_call.hpp"
#endif
