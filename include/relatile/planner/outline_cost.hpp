// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/planner/outline.hpp"
#include "relatile/planner/space/problem.hpp"
#include "relatile/schedule/step_memory.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// What a step of an outline comes to.
struct OutlineCost {
  std::int64_t bytes = 0;    ///< sent, over all sites; exact
  std::int64_t busiest = 0;  ///< received by the site that receives most, or sent on average
  std::int64_t flops = 0;    ///< over all sites; exact
};

/// Per step, without writing the plan out.
RELATILE_INLINE std::vector<OutlineCost> outline_costs(const Problem& problem,
                                                       const Outline& outline);

namespace detail {

/// What one step takes of the memory of a site that gets as much as any, as far as words say:
/// elements that are in place are shared, elementwise maps may write over operands in the same
/// place, and an exchange packs what is in too short runs.
class OutlineMemory {
 public:
  OutlineMemory(const Problem& problem, const Outline& outline)
      : problem_(problem), outline_(outline) {}

  std::int64_t bytes_of(int value) const;

  schedule::StepMemory of(const OutlineStep& step, const OutlineCost& cost) const;

 private:
  const tra::Node& node_of(int n) const { return *problem_.member(n).node; }

  bool shares(const OutlineStep& step) const;

  /// What the fullest site packs of what it sends, and of what it receives, and contributions that
  /// arrive. One region that it sends and one that it receives stand for all.
  std::int64_t staging(const OutlineStep& step, const OutlineCost& cost) const;
  /// Of contributions, two rounds.
  std::int64_t at_once(const OutlineStep& step, std::int64_t all, const Box& region) const;
  /// A part of `box` that is in `there` at some site, and not in `here`.
  Box region_elsewhere(const Box& box, const placement::Sharding& there, const Box& here) const;

  std::uint32_t overwritable(const OutlineStep& step) const;

  const Problem& problem_;
  const Outline& outline_;
};

}  // namespace detail

/// About the bytes that the fullest site needs at most, inputs included: of a plan that is written
/// out, schedule::plan_peak knows exactly.
RELATILE_INLINE std::int64_t outline_peak(const Problem& problem, const Outline& outline,
                                          const std::vector<OutlineCost>& costs);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/outline_cost.hpp"
#endif
