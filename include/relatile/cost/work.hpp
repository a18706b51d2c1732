// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/placement/box_of_site.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::cost {

/// The flops of a node on each site (tra/flops.hpp); none where nobody has a box.
RELATILE_INLINE std::vector<Flops> flops_of_sites(const tra::Node& node,
                                                  const placement::BoxOfSite& iteration,
                                                  int num_sites);

/// The bytes of `type` that an operator reads, or writes, for a box of its label space: each
/// element once. Steps of a slice skip elements, so the box around them may hold more.
RELATILE_INLINE Bytes bytes_through(const Access& access, const tra::RelationType& type,
                                    const Box& labels);

/// The bytes a node reads and writes on a box of its label space. What two of its operands are both
/// counts once.
RELATILE_INLINE Bytes bytes_on(const tra::Node& node, const Box& box);

/// The elements that a map reads across the order they are stored in: neighbours of the result are
/// not neighbours in the operand.
RELATILE_INLINE std::int64_t gathered_on(const tra::Node& node, const Box& box);

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/work.hpp"
#endif
