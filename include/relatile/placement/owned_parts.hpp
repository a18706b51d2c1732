// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::placement {

namespace detail {

/// The mesh axes by which no dimension is cut: sites that differ only there are to have the same.
/// Nothing if the axes of the dimensions do not fit together.
RELATILE_INLINE std::optional<std::vector<SiteAxis>> axes_of_copies(const Sharding& sharding);

/// The dimension that is best cut into `more` times as many parts: where they are most alike, of
/// these the first one, whose parts are longest runs in memory. -1 if none has room.
RELATILE_INLINE int dimension_to_cut(const Sharding& sharding, int more);

/// Shares what sites have in common out among them, along `axis`; what no dimension has room for
/// stays with the first.
RELATILE_INLINE void share_out(Sharding& sharding, SiteAxis axis);

}  // namespace detail

/// Where a value of `extents` may be stored once so that every site has a part of what `need` gives
/// it: sites that are to have the same share it out among them. Bringing it to `need` from there
/// moves the least that any placement without copies can. Nothing where `need` leaves some of the
/// value out, or takes strides, windows or cuts of it.
///
///   {4: rows, 2: all}  sites 2 i and 2 i + 1 need rows i: each of them has half
RELATILE_INLINE std::optional<Sharding> owned_parts(const Sharding& need, const Extents& extents);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/owned_parts.hpp"
#endif
