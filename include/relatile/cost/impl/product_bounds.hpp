// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/product_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

namespace relatile::cost {

RELATILE_INLINE double least_elements_sent(const ProductShape& shape, double share) {
  std::array<double, 3> sides{static_cast<double>(shape.rows), static_cast<double>(shape.common),
                              static_cast<double>(shape.columns)};
  std::sort(sides.begin(), sides.end(), std::greater<>());
  const auto [m, n, k] = sides;
  const double sites = 1 / std::min(share, 1.0);  // as many as the work would be even on
  double sent = 0;
  if (sites * n <= m) {
    sent = n * k * (sites - 1);  // one dimension is cut
  } else if (sites * k * k <= m * n) {
    sent = 2 * k * std::sqrt(m * n * sites) - m * k - n * k;  // two
  } else {
    sent = 3 * std::pow(m * n * k, 2.0 / 3) * std::cbrt(sites) - m * n - m * k - n * k;  // three
  }
  return std::max(sent, 0.0);
}

RELATILE_INLINE double least_elements_sent_of_one_matrix(const ProductShape& shape, double share) {
  const auto m = static_cast<double>(shape.rows);
  const auto k = static_cast<double>(shape.common);
  const auto n = static_cast<double>(shape.columns);
  const double matrix = std::max(m * k, k * n);
  const double w = std::min(share, 1.0);
  // The faces x of the matrix and c of the result: x x c >= (w m n k)^2, w m n <= c <= m n.
  const double pairs = w * shape.points();
  const double fewest = std::max(w * matrix, pairs / std::sqrt(m * n));
  const double most = std::max(fewest, pairs / std::sqrt(w * m * n));
  const double x = std::clamp(std::cbrt(2 * pairs * pairs), fewest, most);
  const double c = std::max(pairs / x * (pairs / x), w * m * n);
  return std::max((x / w - matrix) + (c / w - m * n), 0.0);
}

RELATILE_INLINE ProductGrid product_grid(const ProductShape& shape, std::int64_t rows,
                                         std::int64_t common, std::int64_t columns) {
  const auto m = static_cast<double>(shape.rows);
  const auto k = static_cast<double>(shape.common);
  const auto n = static_cast<double>(shape.columns);
  const auto longest = [](std::int64_t extent, std::int64_t parts) {
    return static_cast<double>((extent + parts - 1) / parts);
  };
  ProductGrid grid{rows, common, columns};
  grid.elements_sent = m * k * static_cast<double>(columns - 1) +
                       k * n * static_cast<double>(rows - 1) +
                       m * n * static_cast<double>(common - 1);
  grid.share = longest(shape.rows, rows) * longest(shape.common, common) *
               longest(shape.columns, columns) / shape.points();
  return grid;
}

RELATILE_INLINE ProductGrid best_product_grid(const ProductShape& shape, int sites, double slack) {
  const auto for_each_grid = [&](const auto& visit) {
    for (std::int64_t pm = 1; pm <= std::min<std::int64_t>(sites, shape.rows); ++pm) {
      for (std::int64_t pk = 1; pk <= std::min(sites / pm, shape.common); ++pk) {
        for (std::int64_t pn = 1; pn <= std::min(sites / (pm * pk), shape.columns); ++pn) {
          visit(product_grid(shape, pm, pk, pn));
        }
      }
    }
  };
  double least = 1;
  for_each_grid([&](const ProductGrid& grid) { least = std::min(least, grid.share); });
  ProductGrid best;
  best.elements_sent = std::numeric_limits<double>::infinity();
  for_each_grid([&](const ProductGrid& grid) {
    if (grid.share <= slack * least * (1 + 1e-12) && grid.elements_sent < best.elements_sent) {
      best = grid;
    }
  });
  return best;
}

}  // namespace relatile::cost
