// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::detail {

/// For each of the nodes, the evaluated values that it is computed of and that somebody can still
/// name, with those that these were computed of: what is forgotten of a value once it is there, and
/// a gradient must know. Null where there are none.
RELATILE_INLINE std::vector<tra::Origins> origins_of(const std::vector<tra::NodePtr>& nodes);

/// Whether the value of `node`, which is evaluated, was computed of `value`.
RELATILE_INLINE bool came_from(const tra::Node& node, const tra::Node& value);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/grad/impl/origins.hpp"
#endif
