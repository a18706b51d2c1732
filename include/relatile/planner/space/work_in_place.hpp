// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/planner/space/candidate.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// Elementwise work is repeated in groups of sites on at most so many; on more, on all or none.
inline constexpr int most_sites_in_groups = 8;

/// True if bringing the operands to all sites takes no more bytes than bringing the result there,
/// so that every site may as well compute all of it.
RELATILE_INLINE bool may_be_repeated(const tra::Node& node);

/// Layouts of elementwise work that each of several sites does alike: for readers to which a part
/// of the result must go on several sites, where the operands are already.
RELATILE_INLINE std::vector<placement::Layout> repeated_in_groups(const tra::Node& node,
                                                                  int num_sites);

/// Adds the candidates of a map that work where an operand is stored, in `states`, if the number of
/// sites that have it is not one that every node's space has: layouts that suit a product on 126 of
/// 127 sites are of no use if what is mapped in between must move.
RELATILE_INLINE void follow_operand(NodeSpace& space, const tra::Node& node, int slot,
                                    const std::vector<placement::Sharding>& states);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/work_in_place.hpp"
#endif
