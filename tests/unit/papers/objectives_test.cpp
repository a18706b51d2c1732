// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <vector>

#include <relatile/papers/ein24/objective.hpp>
#include <relatile/papers/nums22/objective.hpp>
#include <relatile/papers/spartan15/objective.hpp>
#include <relatile/papers/tensorplanner/objective.hpp>
#include <relatile/papers/tra21/objective.hpp>
#include <relatile/planner/search/by_rule/fixed_plans.hpp>
#include <relatile/planner/search/completion.hpp>
#include <relatile/planner/search/greedy.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace objectives_test {

using namespace relatile::planner;
using namespace relatile::papers;
using graphs::NodePtr;

namespace {

/// The price of a program of one operator, executed by partition vector `d`, the result left as it
/// is made or, where it is partial, where that is cheapest.
double price_of(const Problem& problem, const NodePtr& node, const PartitionVector& d) {
  const int n = problem.index_of(*node);
  PartialAssignment decided = decide_in_order(problem, PartialAssignment(problem), [&](int m) {
    return m == n ? nearest_candidates(problem, m, d) : all_candidates(problem, m);
  });
  CHECK(parts_of(problem.candidate(n, decided.candidate[static_cast<std::size_t>(n)]).layout,
                 node->labels) == d);
  return complete(problem, decided, "test").price.cost;
}

}  // namespace

TEST_CASE("EinDecomp's objective is the paper's cost of its four decompositions") {
  const EinDecompObjective cost;
  // Inputs are cut in advance, as the operator needs them.
  const NodePtr product = graphs::matmul(graphs::source({8, 8}), graphs::source({8, 8}));
  const Problem problem({product}, 16, cost);
  CHECK(price_of(problem, product, {4, 1, 4}) == 512);
  CHECK(price_of(problem, product, {2, 1, 8}) == 640);
  CHECK(price_of(problem, product, {2, 4, 2}) == 256 + 192);
  CHECK(price_of(problem, product, {2, 2, 4}) == 384 + 64);
}

TEST_CASE("EinDecomp's objective charges for re-partitioning, wherever things are") {
  const EinDecompObjective cost;
  // From (2, 4) to (4, 1) parts on 8 x 8: 320 floats, on top of reading the array once.
  const NodePtr x = graphs::stored({8, 8}, {{2, 0, 0}, {4, 1, 0}}, 8);
  const NodePtr y = graphs::elementwise({x});
  const Problem problem({y}, 8, cost);
  CHECK(price_of(problem, y, {4, 1}) == 320 + 64);
  CHECK(price_of(problem, y, {2, 4}) == 64);
  // What every site has is one part to it, which is cut at a cost though nothing need move.
  const NodePtr everywhere = graphs::elementwise({graphs::stored({8, 8}, {{4, -1, 0}}, 4)});
  const Problem copied({everywhere}, 4, cost);
  CHECK(price_of(copied, everywhere, {4, 1}) ==
        relatile::papers::ein24::cost_repart({8, 8}, {1, 1}, {4, 1}) + 64);
}

TEST_CASE("Spartan's objective: what is tiled otherwise costs its size, and so do updates") {
  const SpartanObjective cost;
  const NodePtr x = graphs::stored({60, 40}, {{4, 0, 0}}, 4);
  const NodePtr y = graphs::stored({40, 20}, {{4, 0, 0}}, 4);
  const NodePtr product = graphs::matmul(x, y);
  const Problem problem({product}, 4, cost);
  CHECK(price_of(problem, product, {4, 1, 1}) == 40 * 20);
  CHECK(price_of(problem, product, {1, 4, 1}) == 60 * 40 + 60 * 20);
  const NodePtr map = graphs::elementwise({x, graphs::stored({60, 40}, {{4, 1, 0}}, 4)});
  CHECK(price_of(Problem({map}, 4, cost), map, {4, 1}) == 60 * 40);
}

TEST_CASE("TensorPlanner's objective: what is read, and alpha times what is elsewhere") {
  for (double alpha : {0.0, 1.0, 3.0}) {
    const TensorPlannerObjective cost(alpha);
    const NodePtr x = graphs::stored({60, 40}, {{4, 0, 0}}, 4);
    const NodePtr y = graphs::stored({40, 20}, {{4, 0, 0}}, 4);
    const NodePtr product = graphs::matmul(x, y);
    const Problem problem({product}, 4, cost);
    CHECK(price_of(problem, product, {4, 1, 1}) == 60 * 40 + 4 * 40 * 20 + alpha * 3 * 40 * 20);
    // By sums, four contributions are read once more, and three quarters of each are sent.
    CHECK(price_of(problem, product, {1, 4, 1}) ==
          60 * 40 + 40 * 20 + alpha * 60 * 40 * 3 / 4 + 4 * 60 * 20 + alpha * 3 * 60 * 20);
  }
}

TEST_CASE("NumS's objective adds up the fullest, the most receiving and the most sending site") {
  const LshsObjective cost;
  CHECK(!cost.additive());
  const NodePtr x = graphs::stored({64, 32}, {{4, 0, 0}}, 4);
  const NodePtr y = graphs::stored({32, 16}, {{1, 0, 0}}, 4);  // on the first site
  const NodePtr product = graphs::matmul(x, y);
  const Problem problem({product}, 4, cost);
  // Every other site receives and keeps all of y, and makes a quarter of the product; the first
  // one sends y three times.
  const double y_size = 32 * 16;
  CHECK(price_of(problem, product, {4, 1, 1}) == (y_size + 64 * 16 / 4) + y_size + 3 * y_size);
}

}  // namespace objectives_test
