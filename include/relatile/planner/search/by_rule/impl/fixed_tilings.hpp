// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/by_rule/fixed_tilings.hpp"

#include <cmath>

namespace relatile::planner {

RELATILE_INLINE PartitionVector row_tiling(const Extents& shape, int num_sites) {
  PartitionVector parts(shape.size(), 1);
  if (!parts.empty()) parts[0] = num_sites;
  return parts;
}

RELATILE_INLINE PartitionVector column_tiling(const Extents& shape, int num_sites) {
  PartitionVector parts(shape.size(), 1);
  if (!parts.empty()) parts[parts.size() > 1 ? 1 : 0] = num_sites;
  return parts;
}

RELATILE_INLINE PartitionVector block_tiling(const Extents& shape, int num_sites) {
  PartitionVector parts = row_tiling(shape, num_sites);
  if (parts.size() < 2) return parts;
  const int fewer = static_cast<int>(std::sqrt(static_cast<double>(num_sites)));
  const int more = num_sites / fewer;
  const bool tall = shape[0] > shape[1];
  parts[0] = tall ? more : fewer;
  parts[1] = tall ? fewer : more;
  return parts;
}

}  // namespace relatile::planner
