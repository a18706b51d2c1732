// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/site_boxes.hpp"

#include <algorithm>

namespace relatile::placement {

RELATILE_INLINE std::vector<Box> SiteBoxes::written_out() const { return {begin(), end()}; }

RELATILE_INLINE bool SiteBoxes::is_equal(const SiteBoxes& other) const {
  return std::equal(begin(), end(), other.begin(), other.end());
}

}  // namespace relatile::placement
