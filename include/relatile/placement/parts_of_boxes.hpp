// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/placement/box_of_site.hpp"

namespace relatile::placement {

/// Part number `j` of `count` even ones, along dimension `dim`, of each site's box.
RELATILE_INLINE BoxOfSite even_part_of(const BoxOfSite& boxes, int dim, int count, int j);

/// The part of each site's box that lies in the site's own range, counted from the box's begin.
RELATILE_INLINE BoxOfSite part_of(const BoxOfSite& boxes, int dim,
                                  std::shared_ptr<const std::vector<Range>> ranges);

/// What each site's box of labels touches of an operand, or makes of a result.
RELATILE_INLINE BoxOfSite image_of(const BoxOfSite& boxes, const Access& access);

}  // namespace relatile::placement

#if defined(RELATILE_DEFINITIONS)
#include "relatile/placement/impl/parts_of_boxes.hpp"
#endif
