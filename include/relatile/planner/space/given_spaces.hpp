// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/planner/space/candidate.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// Where the caller wants a node's value.
RELATILE_INLINE placement::Sharding pinned(const tra::Node& node);

/// What tells values of given placements from each other, besides these: prices depend on the
/// elements, and those of relations on each block.
RELATILE_INLINE std::string given_structure(const char* how, const tra::Node& node);

/// Of what is computed: where the caller wants it.
RELATILE_INLINE NodeSpace told_space(const tra::Node& node);

/// Where the sites hold an evaluated node's value already.
RELATILE_INLINE NodeSpace stored_space(const tra::Node& node);

/// Of what is only moved to where the caller wants it. Readers find it there or, if nobody decides
/// where its operand is, in `operand` as well.
RELATILE_INLINE NodeSpace moved_space(const tra::Node& node, const placement::Sharding* operand);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/given_spaces.hpp"
#endif
