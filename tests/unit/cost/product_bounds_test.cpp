// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <relatile/cost/product_bounds.hpp>

#include "support/catch.hpp"

namespace product_bounds_test {

using namespace relatile::cost;

namespace {

double megabytes(double elements) { return 8e-6 * elements; }

/// The least sum of the three faces that a site with `share` of the pairs touches, tried out on a
/// fine grid of two of them: a check of the closed form's cases.
double least_touched_by_trying(const ProductShape& shape, double share) {
  const auto m = static_cast<double>(shape.rows);
  const auto k = static_cast<double>(shape.common);
  const auto n = static_cast<double>(shape.columns);
  constexpr int steps = 400;
  double least = m * k + k * n + m * n;
  const auto between = [&](double all, int step) {
    return share * all * std::pow(1 / share, static_cast<double>(step) / steps);
  };
  for (int i = 0; i <= steps; ++i) {
    for (int j = 0; j <= steps; ++j) {
      const double a = between(m * k, i);
      const double b = between(k * n, j);
      const double pairs = share * shape.points();
      const double c = std::max(pairs / a * (pairs / b), share * m * n);
      if (c <= m * n * (1 + 1e-12)) least = std::min(least, a + b + c);
    }
  }
  return least;
}

}  // namespace

TEST_CASE("the bound of products has the known values, and so have the best grids") {
  struct Row {
    ProductShape shape;
    std::vector<double> bounds;  ///< MB, on 2, 4 and 8 sites
    std::vector<double> grids;
  };
  const std::vector<Row> rows{
      {{2048, 2048, 2048}, {26.2, 59.1, 100.7}, {33.6, 67.1, 100.7}},
      {{512, 131'072, 512}, {2.1, 6.3, 14.7}, {2.1, 6.3, 14.7}},
      {{8192, 256, 8192}, {13.9, 33.6, 61.4}, {16.8, 33.6, 67.1}},
      {{64, 1'000'000, 64}, {0.033, 0.098, 0.229}, {0.033, 0.098, 0.229}},
  };
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < 3; ++i) {
      const int sites = 2 << i;
      CAPTURE(row.shape.rows, row.shape.common, sites);
      const double digit = row.bounds[i] < 1 ? 0.0005 : 0.05;  // half of the last one
      CHECK(megabytes(least_elements_sent(row.shape, even_share(sites))) ==
            Approx(row.bounds[i]).margin(digit).epsilon(0));
      CHECK(megabytes(best_product_grid(row.shape, sites, 1).elements_sent) ==
            Approx(row.grids[i]).margin(digit).epsilon(0));
    }
  }
}

TEST_CASE("the bound of X^T X is the result once more for each further site, if X is tall") {
  const ProductShape shape{64, 1'000'000, 64};
  for (int sites : {2, 4, 8}) {
    CHECK(least_elements_sent_of_one_matrix(shape, even_share(sites)) == 64 * 64 * (sites - 1));
  }
}

TEST_CASE("no grid of any shape sends less than the bound for its busiest site's share") {
  std::mt19937 random(15);
  const std::vector<std::int64_t> sizes{1, 2, 3, 7, 13, 64, 97, 1000, 1009, 131'072};
  const auto any_size = [&] { return sizes[random() % sizes.size()]; };
  int tight = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const ProductShape shape{any_size(), any_size(), any_size()};
    const int sites = 1 + static_cast<int>(random() % 64);
    CAPTURE(shape.rows, shape.common, shape.columns, sites);
    ProductGrid fewest = product_grid(shape, 1, 1, 1);
    fewest.elements_sent = 1e300;
    double least_share = 1;
    std::vector<ProductGrid> grids;
    for (std::int64_t pm = 1; pm <= sites; ++pm) {
      for (std::int64_t pk = 1; pm * pk <= sites; ++pk) {
        for (std::int64_t pn = 1; pm * pk * pn <= sites; ++pn) {
          if (pm > shape.rows || pk > shape.common || pn > shape.columns) continue;
          grids.push_back(product_grid(shape, pm, pk, pn));
          least_share = std::min(least_share, grids.back().share);
          const double bound = least_elements_sent(shape, grids.back().share);
          CHECK(bound <= grids.back().elements_sent * (1 + 1e-12) + 1e-6);
          tight += bound > 0 && bound > 0.999999 * grids.back().elements_sent ? 1 : 0;
        }
      }
    }
    for (const ProductGrid& grid : grids) {
      if (grid.share > 1.25 * least_share * (1 + 1e-12)) continue;
      fewest.elements_sent = std::min(fewest.elements_sent, grid.elements_sent);
    }
    CHECK(best_product_grid(shape, sites).elements_sent == fewest.elements_sent);
  }
  CHECK(tight > 100);
}

TEST_CASE("the bound is what the least faces come to, in each of its cases") {
  for (const ProductShape& shape :
       {ProductShape{2048, 2048, 2048}, ProductShape{10'000, 100, 10}, ProductShape{10, 20, 5000},
        ProductShape{300, 1, 200}, ProductShape{1, 1, 1}, ProductShape{97, 1009, 13}}) {
    for (int sites : {1, 2, 3, 7, 16, 64, 1000}) {
      const double share = even_share(sites);
      const double touched = least_touched_by_trying(shape, share);
      const double all = static_cast<double>(shape.rows * shape.common) +
                         static_cast<double>(shape.common * shape.columns) +
                         static_cast<double>(shape.rows * shape.columns);
      CAPTURE(shape.rows, shape.common, shape.columns, sites);
      const double bound = least_elements_sent(shape, share);
      CHECK(bound <= touched * sites - all + 1e-9 * touched * sites);
      CHECK(bound + all >= 0.999 * touched * sites);
    }
  }
}

TEST_CASE("one matrix as both operands needs no more than two, and nothing where one site works") {
  for (std::int64_t k : {1, 64, 1000, 100'000}) {
    const ProductShape shape{500, k, 500};
    for (int sites : {1, 2, 5, 8, 64, 256}) {
      CAPTURE(k, sites);
      const double one = least_elements_sent_of_one_matrix(shape, even_share(sites));
      CHECK(one <= least_elements_sent(shape, even_share(sites)) * (1 + 1e-12) + 1e-6);
      if (sites == 1) CHECK(one == 0);
    }
  }
  // On nine sites, each of which has a third of the rows and of the columns of the result, the
  // sites on the diagonal need one block of X, and others two: 3 + 6 * 2 of which 3 are there.
  const ProductShape square{900, 900, 900};
  CHECK(least_elements_sent_of_one_matrix(square, even_share(9)) <= 900.0 * 900 * (15.0 / 3 - 1));
}

TEST_CASE("who may do more than an equal share can send less") {
  const ProductShape shape{2048, 2048, 2048};
  // Four of five sites, in a grid of two by two, have 1.25 equal shares each.
  const double sent = product_grid(shape, 2, 1, 2).elements_sent;
  CHECK(sent < least_elements_sent(shape, even_share(5)));
  CHECK(sent >= least_elements_sent(shape, 1.25 * even_share(5)));
  CHECK(least_elements_sent(shape, 1) == 0);
  CHECK(best_product_grid(shape, 5).elements_sent == sent);
}

}  // namespace product_bounds_test
