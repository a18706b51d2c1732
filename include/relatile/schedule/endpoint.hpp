// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/route.hpp"
#include "relatile/schedule/staging.hpp"

namespace relatile::schedule {

/// A region that a site reads in a neighbour's memory.
struct NeighbourRead {
  plan::Transfer transfer;
  Box box;                 ///< of the neighbour's piece that holds it
  std::size_t number = 0;  ///< among all that this neighbour shows others, in the plan's order
  int turn = 0;            ///< where contributions are combined: when, see combine_order.hpp
};

/// One site's part in an exchange of an array. A pure function of the plan, so that memory is known
/// before anything is allocated.
struct Endpoint {
  Staging staging;                    ///< what it sends and receives
  std::vector<NeighbourRead> reads;   ///< what it reads of others
  std::vector<plan::Transfer> shown;  ///< what others read of it
  Route route;                        ///< of all sites
  std::vector<int> group;             ///< that it is in, where a collective carries the exchange
  int own_turn = 0;                   ///< of its own contributions
  int channel = 0;                    ///< the first of as many as there are rounds
  int made_in = -1;                   ///< the last step in which others write what is read
  std::vector<Box> borders;           ///< all it holds of the output but its own part: borders.hpp
  bool borrows = false;               ///< the output is a neighbour's memory
  bool lends = false;                 ///< and others' output is memory of this site
  bool begins = true;                 ///< no slice before this one has combined anything
  bool in_slices = false;             ///< but one after it may, before this one does
  bool waits_for_turn = false;        ///< its messages follow those of the slice before it
};

/// What depends on the whole plan (route, group, channel, made_in, numbers of reads) is left for
/// schedule/lower.hpp.
RELATILE_INLINE Endpoint endpoint_of(const SiteExchange& exchange);

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/endpoint.hpp"
#endif
