// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <vector>

#include <relatile/papers/nums22/bounds.hpp>
#include <relatile/papers/nums22/cost.hpp>

#include "support/catch.hpp"

namespace nums22_cost_test {

// The bounds of [nums22], appendix A, and the objective of its section 5.1.

using relatile::Floats;
using relatile::Seconds;
using namespace relatile::papers;

TEST_CASE("element-wise operators send nothing and sums take logarithms") {
  for (const double k : {1.0, 2.0, 4.0, 16.0}) {
    for (const double r : {1.0, 4.0, 32.0}) {
      const nums22::Cluster cluster{k, r};
      const double p = k * r;
      const nums22::Bound map = nums22::elementwise(cluster);
      CHECK(map.dispatches == p);
      CHECK(map.between_nodes == 0);
      CHECK(map.within_node == 0);
      const nums22::Bound sum = nums22::reduction(cluster);
      CHECK(sum.dispatches == p - 1);
      CHECK(sum.between_nodes == std::log2(k));
      CHECK(sum.within_node == std::log2(r));
      const nums22::Bound inner = nums22::inner_product(cluster);
      CHECK(inner.dispatches == p + p - 1);
      CHECK(inner.between_nodes == std::log2(k));
      CHECK(inner.within_node == 1 + std::log2(r));
      const nums22::Bound outer = nums22::outer_product(cluster);
      CHECK(outer.dispatches == p);
      CHECK(outer.between_nodes == Approx(2 * (std::sqrt(k) - 1) * r));
      CHECK(outer.within_node == 0);
    }
  }
}

TEST_CASE("sixteen nodes of four workers: a sum is 4 C + 2 R, a product (15/4 + 2) 4 C + R") {
  const nums22::Cluster cluster{16, 4};
  CHECK(nums22::reduction(cluster).between_nodes == 4);
  CHECK(nums22::reduction(cluster).within_node == 2);
  CHECK(nums22::outer_product(cluster).between_nodes == 24);
  const nums22::Bound product = nums22::matrix_product(cluster);
  CHECK(product.dispatches == 64 * 8 + 64 * 7);  // p products and sums for each of sqrt(p) steps
  CHECK(product.between_nodes == Approx((15.0 / 4 + 2) * 4));
  CHECK(product.within_node == Approx(1));
  CHECK(nums22::summa(cluster).between_nodes == Approx(2 * 8 * 3));
}

TEST_CASE("the product's bound grows slower with the nodes than SUMMA's") {
  double before = 1e300;
  for (double k = 4; k <= 4096; k *= 4) {
    const nums22::Cluster cluster{k, 1};
    const double ratio =
        nums22::matrix_product(cluster).between_nodes / nums22::summa(cluster).between_nodes;
    CHECK(ratio < before);
    before = ratio;
  }
}

TEST_CASE("a bound in seconds is gamma, alpha and beta times their counts") {
  const nums22::Bound bound{3, 2, 5};
  const nums22::Channel between{1e-3, 1e-6};
  const nums22::Channel within{1e-4, 1e-8};
  const double expected = 3 * 0.5 + 2 * (1e-3 + 1e-6 * 1000) + 5 * (1e-4 + 1e-8 * 1000);
  CHECK(bound.seconds(Seconds{0.5}, between, within, 1000).value == Approx(expected));
}

TEST_CASE("the objective adds the worst memory, the worst input and the worst output") {
  const std::vector<nums22::SiteLoad> sites{{{10}, {1}, {7}}, {{4}, {8}, {0}}, {{9}, {8}, {2}}};
  CHECK(nums22::objective(sites) == Floats{10 + 8 + 7});
  CHECK(nums22::objective({}) == Floats{0});
}

TEST_CASE("an operation is simulated: what it lacks is sent, received and kept") {
  const std::vector<nums22::SiteLoad> before{{{10}, {0}, {0}}, {{10}, {0}, {0}}, {{5}, {3}, {0}}};
  const std::vector<nums22::Fetch> fetches{{0, {10}}, {1, {6}}};
  const auto there = nums22::after(before, 2, fetches, Floats{4});
  CHECK(there == std::vector<nums22::SiteLoad>{
                     {{10}, {0}, {10}}, {{10}, {0}, {6}}, {{5 + 16 + 4}, {3 + 16}, {0}}});
  // On the site that has the larger operand less is moved, and the objective says so.
  const auto better = nums22::after(before, 0, std::vector<nums22::Fetch>{{1, {6}}}, Floats{4});
  CHECK(nums22::objective(better) < nums22::objective(there));
}

}  // namespace nums22_cost_test
