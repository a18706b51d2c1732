// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/dense/shapes.hpp"

#include <algorithm>

#include "relatile/core/error.hpp"

namespace relatile::detail {

RELATILE_INLINE void require_square_matrix(const std::string& function, const Extents& shape) {
  const int rank = shape.rank();
  if (shape[rank - 1] == shape[rank - 2]) return;
  throw ShapeMismatch("relatile: " + function + ": of shape " + to_string(shape) +
                      "; the last two axes have to be a square matrix");
}

RELATILE_INLINE void require_right_side(const std::string& function, const Extents& a,
                                        const Extents& b, bool vector) {
  const std::int64_t rows = b[b.rank() - (vector ? 1 : 2)];
  bool fits = rows == a[a.rank() - 1];
  for (int d = 3; !vector && d <= std::min(a.rank(), b.rank()); ++d) {
    const std::int64_t of_a = a[a.rank() - d];
    const std::int64_t of_b = b[b.rank() - d];
    fits = fits && (of_a == of_b || of_a == 1 || of_b == 1);
  }
  if (fits) return;
  throw ShapeMismatch(
      "relatile: " + function + ": a matrix of shape " + to_string(a) +
      " and a right-hand side of shape " + to_string(b) +
      ", which needs as many rows, and before the last two axes others that broadcast");
}

RELATILE_INLINE std::int64_t panel_of(std::int64_t n, const PanelOptions& options) {
  if (options.panel < 0) {
    throw ShapeMismatch("relatile: a panel of " + std::to_string(options.panel) + " columns");
  }
  if (options.panel > 0) return options.panel;
  constexpr std::int64_t alone = 384;
  if (n <= alone) return std::max<std::int64_t>(n, 1);
  return std::clamp<std::int64_t>((n / 16 + 31) / 32 * 32, 128, 512);
}

}  // namespace relatile::detail
