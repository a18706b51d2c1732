// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/planner/space/candidate.hpp"
#include "relatile/planner/space/output_layouts.hpp"
#include "relatile/planner/space/problem.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

// What a choice that was made for some slices is for others, which begin elsewhere.

/// Whether an array is read by parts, so that there may be a program of the same form that reads
/// others.
RELATILE_INLINE bool has_slices(const std::vector<tra::NodePtr>& graph);

/// Whether a choice suits just the slices that it was made for: what several operators need by one
/// exchange overlaps here and need not elsewhere, and sites may work on what they would have of a
/// slice if that lay where it does not.
RELATILE_INLINE bool is_for_its_slices_alone(const Problem& problem, const Assignment& assignment);

/// The space of a node of which only one candidate is left.
RELATILE_INLINE std::shared_ptr<const NodeSpace> only(const NodeSpace& space,
                                                      const Candidate& candidate);

/// A space of one candidate, for a node that reads its operands elsewhere.
RELATILE_INLINE std::shared_ptr<const NodeSpace> read_as(
    const std::shared_ptr<const NodeSpace>& space, const tra::Node& node);

/// The layout of work on what the sites have of a slice, where its operand lies as `stored`:
/// nothing if there is none that is balanced and like `before`.
RELATILE_INLINE std::optional<placement::Layout> layout_like(const placement::Layout& before,
                                                             const placement::Sharding& stored,
                                                             const tra::Node& node, int slot);

/// Which of the candidates of one layout the given one is: ways to bring contributions together.
RELATILE_INLINE int way_of(const NodeSpace& space, int candidate);

/// Who may need node `n` as the second copy has it; node -1 where the caller wants it so.
RELATILE_INLINE Reader reader_of_replica(const Problem& problem, int n,
                                         const placement::Sharding& replica);

/// A second copy as an operand of its reader, a space of one candidate, needs it.
RELATILE_INLINE placement::Sharding needed_by(const NodeSpace& reader, int slot,
                                              const Access& access,
                                              const placement::Sharding& before);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/follow_slices.hpp"
#endif
