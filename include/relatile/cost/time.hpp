// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/cost/machine.hpp"
#include "relatile/cost/panels_in_cache.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/plan/exchange.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::cost {

/// What every site sends and receives in an exchange, apart by node.
struct SiteLoads {
  std::vector<ExchangeLoad> sent;
  std::vector<ExchangeLoad> received;
};

RELATILE_INLINE SiteLoads loads_of(const Machine& machine, const plan::Exchange& exchange,
                                   const tra::RelationType& type, int num_sites);

/// The bytes that every site copies in an exchange of arrays: what it keeps, unless that is read
/// where it is, and what it packs because its runs are too short.
RELATILE_INLINE std::vector<Bytes> copied_in(const plan::Exchange& exchange,
                                             const tra::RelationType& type,
                                             const placement::Placement& from,
                                             const placement::Placement& to);

/// What a site does in a step. It sends and receives at the same time; an exchange's messages are
/// packed, unpacked and kept beside that.
struct SiteSeconds {
  Seconds sending;
  Seconds receiving;
  Seconds working;  ///< kernels and copies

  Seconds total() const { return std::max(sending, receiving) + working; }
};

/// The time of an exchange on every site.
RELATILE_INLINE std::vector<SiteSeconds> seconds_on_sites(const Machine& machine,
                                                          const plan::Exchange& exchange,
                                                          const tra::RelationType& type,
                                                          const placement::Placement& from,
                                                          const placement::Placement& to);

/// The time of a node's kernels on a box of its label space, of whose operands and result so many
/// bytes are in cache.
RELATILE_INLINE Seconds seconds_on(const Machine& machine, const tra::Node& node, const Box& box,
                                   Flops flops, Bytes in_cache = {});

/// The time a local step takes on one site. Giving blocks new keys takes none.
RELATILE_INLINE Seconds local_seconds(const Machine& machine, const plan::Plan& plan,
                                      const PanelsInCache& panels, const plan::Step& step,
                                      int site);

/// The time of a step on every site. What is stored already takes none.
RELATILE_INLINE std::vector<SiteSeconds> seconds_on_sites(const Machine& machine,
                                                          const plan::Plan& plan,
                                                          const PanelsInCache& panels,
                                                          const plan::Step& step);
/// Of several sites the longest.
RELATILE_INLINE Seconds slowest(const std::vector<SiteSeconds>& sites);

/// The time of a step: the slowest site's.
RELATILE_INLINE Seconds seconds_of(const Machine& machine, const plan::Plan& plan,
                                   const PanelsInCache& panels, const plan::Step& step);

/// The time of a plan: its steps run one after the other.
RELATILE_INLINE Seconds seconds_of(const Machine& machine, const plan::Plan& plan);

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/time.hpp"
#endif
