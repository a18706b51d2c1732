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

/// Adds candidates that work where an operand is, in such parts as no balanced layout of the node
/// itself may have: 1,000 rows on 23 sites, or what sites have of the rows of a slice. Where the
/// operand is given (`is_given`) that is wherever it is spread over the sites. Where it is computed
/// it is where data lies that is given, if a slice of that is read (of several windows the middle
/// one); and, on many sites, where the node sums over all that is cut, and a map also where the
/// operand itself is in an unusual place.
RELATILE_INLINE void follow_operand(NodeSpace& space, const tra::Node& node, int slot,
                                    const NodeSpace& operand, bool is_given);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/work_in_place.hpp"
#endif
