// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::cost {

/// A part of an array that is no larger than this, made by one step and read by the next, does not
/// leave the caches in between.
inline constexpr Bytes stays_in_cache{std::int64_t(1) << 24};
/// What a byte there costs of one in memory: panels are in the cache that cores share.
inline constexpr double price_in_cache = 0.4;

/// Of what a local step reads and writes on a site, the bytes of panels: parts of arrays that are
/// there for the following steps only (passes/cache_panels.hpp). None on very many sites, where
/// placements are not looked through.
RELATILE_INLINE Bytes bytes_in_cache(const plan::Plan& plan, const plan::Step& step, int site);

}  // namespace relatile::cost

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/panels_in_cache.hpp"
#endif
