// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/endpoint.hpp"
#include "relatile/schedule/staging.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::schedule {

/// What one step takes of one site's memory, in bytes.
struct StepMemory {
  std::int64_t own = 0;      ///< of its output, beyond what that shares with the step's input
  std::int64_t staging = 0;  ///< only while it runs: what is packed, and contributions that arrive
  std::int64_t objects = 0;  ///< of users' objects it makes, serialised: these live elsewhere
  bool shares = false;       ///< the output is, or has in it, memory of the input
  bool shows = false;        ///< other sites read the input where it is
  bool lends = false;        ///< and go on reading it for as long as there is the output
  std::uint32_t overwrites = 0;  ///< bit x: it could be written over operand x, were that not read
  friend auto operator<=>(const StepMemory&, const StepMemory&) = default;
};

namespace detail {

/// Blocks that a site does not have yet; those it has are shared.
RELATILE_INLINE StepMemory memory_of_blocks(const tra::RelationType& type,
                                            const placement::SiteBoxes& boxes,
                                            const placement::Placement* held, int site);

/// Blocks that arrive to be combined with others.
RELATILE_INLINE void add_arriving(const tra::RelationType& type, const SiteTransfers& transfers,
                                  StepMemory& memory);

/// The operands that an elementwise map reads exactly where it writes, or that an assembly has
/// everywhere but where others are in front of it.
RELATILE_INLINE std::uint32_t overwritable(const plan::Plan& plan, const plan::Step& step,
                                           int site);

}  // namespace detail

/// `transfers` and `endpoint` are the site's own of the step's exchange; of one of an array, that
/// is.
RELATILE_INLINE StepMemory step_memory(const plan::Plan& plan, const plan::Step& step, int site,
                                       const SiteTransfers& transfers, const Endpoint& endpoint);

/// Of all steps on one site, with the endpoints of those that exchange arrays; `makers` are the
/// plan's.
struct SiteSteps {
  std::vector<StepMemory> memory;   ///< per step
  std::vector<Endpoint> endpoints;  ///< per step
};
RELATILE_INLINE SiteSteps steps_of_site(const plan::Plan& plan, const std::vector<int>& makers,
                                        int site);

/// Of all sites.
RELATILE_INLINE std::vector<StepMemory> step_memory(const plan::Plan& plan,
                                                    const std::vector<int>& makers,
                                                    const plan::Step& step);

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/step_memory.hpp"
#endif
