// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include "relatile/array/comparison.hpp"

namespace relatile::detail {

RELATILE_INLINE bool broadcast_together(const Extents& a, const Extents& b) {
  const int shared = std::min(a.rank(), b.rank());
  for (int d = 1; d <= shared; ++d) {
    const std::int64_t of_a = a[a.rank() - d];
    const std::int64_t of_b = b[b.rank() - d];
    if (of_a != of_b && of_a != 1 && of_b != 1) return false;
  }
  return true;
}

}  // namespace relatile::detail
