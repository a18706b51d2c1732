// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/schedule/staging.hpp"

namespace relatile::schedule {

/// What a site holds of what an exchange gives it, beside its own part, which stays where it is.
///
/// The rows of a matrix with bands need what lies around a site's own part of a vector. Only the
/// blocks at both ends reach beyond that part; so what arrives is held with as much of the site's
/// own part as these blocks read, and all others read the part itself. Copied is a border, not a
/// vector.
///
/// None if the site's part has to be copied: where others than blocks of rows read the array, where
/// that would be as large as all of it, or where what arrives is in no border. Takes as long as
/// there are steps after this one and blocks that read what it makes.
RELATILE_INLINE std::vector<Box> borders_of(const SiteExchange& exchange);

/// True if there are two sites, and the one that is not `site` holds what an exchange gives it in
/// borders. Where either does, the exchange is no collective, whatever its pattern.
RELATILE_INLINE bool other_of_two_has_borders(const plan::Plan& plan,
                                              const std::vector<int>& makers,
                                              const plan::Step& step, int site);

namespace detail {

/// What lies below, and above, a site's own part, along the first dimension.
struct Borders {
  Range below;
  Range above;
};

/// Widens both by what blocks of a step's node read; false if one of its operands that is the value
/// is not read by blocks of rows, or by a block that reaches beyond the part at both ends.
RELATILE_INLINE bool widen_by_readers(const plan::Plan& plan, const plan::Step& step, int value,
                                      int site, const Range& own, Borders& borders);

}  // namespace detail

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/borders.hpp"
#endif
