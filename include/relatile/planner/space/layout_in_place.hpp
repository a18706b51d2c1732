// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// The layout of a node's labels under which its operand is read just where it is stored, one part
/// a site: labels along which a slice is read are cut as slices. Nothing if there is none.
RELATILE_INLINE std::optional<placement::Layout> layout_of_stored(const placement::Sharding& stored,
                                                                  const tra::Node& node, int slot);

/// Whether no site has more than `balance_slack` times what it would have to do if labels were cut
/// evenly.
RELATILE_INLINE bool is_balanced(const placement::Layout& layout, const Extents& labels);

/// Of the windows of the value that `slot` reads, as a stencil has several, the one that is in the
/// middle along what the placement cuts. Working on any of them takes as much from neighbours, from
/// the middle one about as much from either side; one stands for all, so that stencils of stencils
/// do not have ever more candidates.
RELATILE_INLINE int middle_window(const placement::Sharding& stored, const tra::Node& node,
                                  int slot);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/layout_in_place.hpp"
#endif
