// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::placement {

/// What any of several placements gives a site, each element once: the part under the first in one
/// box, and beside it what only the others give; one box where they fill one, as shifts of a slice
/// do. All of it lies in one piece of memory where hardly any of that is wasted, as of a stencil's
/// neighbours, so that every part is read in place.
///
/// cost   a table of boxes a site
RELATILE_INLINE Sharding all_parts(const std::vector<Sharding>& parts);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/all_parts.hpp"
#endif
