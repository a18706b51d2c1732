// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <vector>

#include <relatile/papers/nums22/grids.hpp>
#include <relatile/papers/nums22/objective.hpp>
#include <relatile/papers/nums22/planner.hpp>
#include <relatile/planner/search/by_rule/fixed_tilings.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace nums22_planner_test {

using namespace relatile::planner;
using namespace relatile::papers;
using graphs::NodePtr;

namespace {

const BytesObjective bytes;
const LshsObjective loads;

double floats_moved(const std::vector<NodePtr>& roots, int sites) {
  const Problem problem(roots, sites, bytes);
  return plan_lshs(problem).price.cost / 8;
}

}  // namespace

TEST_CASE("element-wise operators on arrays in equal blocks move nothing") {
  const auto x = [] { return graphs::input({240, 240}); };
  for (int sites : {2, 4, 6, 9, 16}) {
    CHECK(floats_moved({graphs::elementwise({x()})}, sites) == 0);
    CHECK(floats_moved({graphs::elementwise({graphs::elementwise({x(), x()}), x()})}, sites) == 0);
  }
}

TEST_CASE("row-partitioned arrays are multiplied in place, and only sums move") {
  // X^T Y and the sum over rows: one contribution a site, brought together on the node of the one
  // block that the result has.
  for (int sites : {2, 4, 8}) {
    const auto tall = [] { return graphs::input({4096, 6}); };
    CHECK(floats_moved({graphs::einsum("ni,nj->ij", {tall(), tall()})}, sites) == (sites - 1) * 36);
    CHECK(floats_moved({graphs::sum(tall(), {0})}, sites) == (sites - 1) * 6);
  }
}

TEST_CASE("in the automatic grid, results are in the blocks that their operands are in") {
  // X is in rows, so X^T X is one block: X stays, and contributions are brought together.
  const NodePtr x = graphs::input({4096, 256});
  for (int sites : {2, 4, 8, 16}) {
    const NodePtr gram = graphs::einsum("ni,nj->ij", {x, x});
    const Problem problem({gram}, sites, bytes);
    CHECK(plan_nums_grid(problem).price.cost == 8.0 * (sites - 1) * 256 * 256);
    CHECK(nums_grids(problem)[static_cast<std::size_t>(problem.index_of(*gram))] ==
          PartitionVector{1, 1});
  }
  // Square matrices are in a grid, and so is their product.
  const NodePtr product = graphs::matmul(graphs::input({512, 512}), graphs::input({512, 512}));
  const Problem problem({product}, 16, bytes);
  CHECK(nums_grids(problem)[static_cast<std::size_t>(problem.index_of(*product))] ==
        PartitionVector{4, 4});
}

TEST_CASE("a small factor goes to where the large one is") {
  // The paper's section 6: X beta broadcasts beta, the rest stays where X is.
  const NodePtr x = graphs::input({4096, 8});
  const NodePtr beta = graphs::input({8, 1});
  const NodePtr mu = graphs::elementwise({graphs::matmul(x, beta)}, 4);
  const NodePtr c = graphs::elementwise({mu, graphs::input({4096, 1})});
  CHECK(floats_moved({c}, 4) == 3 * 8);
}

TEST_CASE("the loads that are simulated are those of the plan") {
  for (int sites : {2, 4}) {
    const NodePtr x = graphs::input({64, 64});
    const NodePtr y = graphs::matmul(x, graphs::input({64, 64}));
    const NodePtr z = graphs::elementwise({y, graphs::input({64, 64})});
    const Problem problem({z, graphs::sum(y, {1})}, sites, loads);
    for (std::uint64_t seed : {1, 2, 3}) {
      const Lshs simulation(problem, seed);
      const double simulated =
          static_cast<double>(relatile::papers::nums22::objective(simulation.loads()).value);
      CHECK(plan_lshs(problem, seed).price.cost == simulated);
    }
  }
}

TEST_CASE("the seed decides the order in which operators are drawn, and nothing else does") {
  std::vector<NodePtr> roots;
  for (int i = 0; i < 6; ++i) {
    const NodePtr product =
        graphs::matmul(graphs::input({30, 40 + i}), graphs::input({40 + i, 50}));
    roots.push_back(graphs::sum(graphs::matmul(product, graphs::input({50, 20 + 7 * i})), {0}));
  }
  const Problem problem(roots, 4, loads);
  bool different = false;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    CHECK(Lshs(problem, seed).decided().candidate == Lshs(problem, seed).decided().candidate);
    different = different || Lshs(problem, seed).loads() != Lshs(problem, 1).loads();
  }
  CHECK(different);
}

TEST_CASE("load is shared out: independent operators keep no site busiest") {
  std::vector<NodePtr> roots;
  for (int i = 0; i < 8; ++i) {
    roots.push_back(graphs::matmul(graphs::input({64, 64}), graphs::input({64, 64})));
  }
  const Problem problem(roots, 4, loads);
  const SiteLoads simulated = Lshs(problem, 1).loads();
  const auto [least, most] =
      std::minmax_element(simulated.begin(), simulated.end(),
                          [](const auto& a, const auto& b) { return a.memory < b.memory; });
  CHECK(most->memory == least->memory);
}

}  // namespace nums22_planner_test
