// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::placement {

/// Contributions of more sites than this come together in stages, by fewer messages.
inline constexpr int most_contributors_at_once = 16;

namespace detail {

RELATILE_INLINE int count_of(const std::vector<SiteAxis>& axes);

/// What is left of the axes that cut an index once the first of them have counted `parts`.
RELATILE_INLINE std::vector<SiteAxis> axes_after(const std::vector<SiteAxis>& axes, int parts);

/// The members of the first of the fewest stages that bring `contributors` together, about as many
/// as of every other.
RELATILE_INLINE int first_stage_of(int contributors);

/// How many parts of an axis a stage of `members` brings together as well, to have about as many as
/// are wanted: of more than it may, only if the axis has no smaller parts.
RELATILE_INLINE int part_of(int size, int members, int wanted);

}  // namespace detail

/// Where the contributions of `partial` are summed first on their way to `target`: among the sites
/// that differ in the outermost axes by which the target cuts more finely. What is summed
/// so is partial still, with fewer contributions. Nothing if one stage is enough. The target must
/// tell all contributors apart: a sum has one holder for each.
///
/// A site of q then gets messages from about k q^(1/k) others instead of q - 1, in k stages, and
/// the bytes are the same: 16 sites of 256 bring sixteenths together, then 16 others theirs.
RELATILE_INLINE std::optional<Sharding> tree_reduction_stage(const Sharding& partial,
                                                             const Sharding& target);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/tree_reduction.hpp"
#endif
