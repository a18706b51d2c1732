// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::placement {

/// What either of two placements gives a site, each element once: all of it in one box where it
/// fills one, as shifts of a slice do, so that both can be read in place; else the part under the
/// first in one box, and beside it what only the second one gives.
///
/// cost   a table of boxes a site
RELATILE_INLINE Sharding both_parts(const Sharding& first, const Sharding& second);

/// The same of any number of placements: what each gives beside those before it.
RELATILE_INLINE Sharding all_parts(const std::vector<Sharding>& parts);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/both_parts.hpp"
#endif
