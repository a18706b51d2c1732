// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <string>
#include <vector>

#include <relatile/papers/tra21/planner.hpp>
#include <relatile/planner/search/by_rule/fixed_plans.hpp>
#include <relatile/planner/space/named_plans.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace tra21_planner_test {

using namespace relatile::planner;
using namespace relatile::papers;
using graphs::NodePtr;

namespace {

const TraFloatsObjective floats;

/// The shapes of the paper's Table 4, I x K by K x J on 10 sites.
struct Shape {
  std::int64_t i;
  std::int64_t k;
  std::int64_t j;
  NodePtr product() const { return graphs::matmul(graphs::input({i, k}), graphs::input({k, j})); }
};
const Shape general{40'000, 40'000, 40'000};
const Shape common{10'000, 640'000, 10'000};
const Shape outer{80'000, 10'000, 80'000};

std::string name_of_plan(const Problem& problem, const Assignment& assignment,
                         const NodePtr& join) {
  const int n = problem.index_of(*join);
  return plan_name(*join,
                   problem.candidate(n, assignment.candidate[static_cast<std::size_t>(n)]).layout);
}

}  // namespace

TEST_CASE("Table 4: BMM and CPMM cost what is printed") {
  const auto cost = [](const Shape& shape, const char* plan) {
    return plan_joins(Problem({shape.product()}, 10, floats), plan).price.cost;
  };
  CHECK(cost(general, "broadcast_right") == 1.6e10);
  CHECK(cost(general, "cross_product") == 1.6e10);
  CHECK(cost(common, "broadcast_right") == 6.4e10);
  CHECK(cost(common, "cross_product") == 1.0e9);
  CHECK(cost(outer, "broadcast_right") == 8.0e9);
  CHECK(cost(outer, "cross_product") == 6.4e10);
}

TEST_CASE("Table 4: the winner of every shape is chosen") {
  const auto chosen = [](const Shape& shape) {
    const NodePtr product = shape.product();
    const Problem problem({product}, 10, floats);
    const Assignment assignment = plan_tra(problem);
    return std::pair(name_of_plan(problem, assignment, product), assignment.price.cost);
  };
  CHECK(chosen(common) == std::pair<std::string, double>("cross_product", 1.0e9));
  // Replication over a 2 x 5 grid: each block of one operand to 5 sites, of the other to 2. The
  // paper's RMM has 10 copies together, and ties with BMM.
  CHECK(chosen(outer) == std::pair<std::string, double>("replicate", 7 * 8.0e8));
  CHECK(chosen(general) == std::pair<std::string, double>("replicate", 7 * 1.6e9));
}

TEST_CASE("what is partitioned as it is needed is not shuffled again") {
  // R2-4: rows of x stay where they are through the product, the map and the aggregate.
  const NodePtr x = graphs::stored({4000, 40}, {{4, 0, 0}}, 4);
  const NodePtr y = graphs::elementwise({graphs::matmul(x, graphs::source({40, 10}))});
  const NodePtr sums = graphs::sum(y, {1});
  CHECK(plan_tra(Problem({sums}, 4, floats)).price.cost == 0);
}

TEST_CASE("an aggregate goes in two phases where that moves less") {
  // R2-5: the sum over rows of what is in rows, 4 contributions of 40.
  const NodePtr x = graphs::stored({4000, 40}, {{4, 0, 0}}, 4);
  CHECK(plan_tra(Problem({graphs::sum(x, {0})}, 4, floats)).price.cost == 4 * 40);
}

TEST_CASE("layers are planned together: no layout is chosen that the next layer must undo") {
  // Data parallel: every weight is broadcast, nothing else moves.
  const NodePtr x = graphs::stored({40'000, 50}, {{5, 0, 0}}, 5);
  NodePtr a = x;
  double weights = 0;
  for (int layer = 0; layer < 3; ++layer) {
    a = graphs::elementwise({graphs::matmul(a, graphs::input({50, 50}))});
    weights += 50 * 50;
  }
  CHECK(plan_tra(Problem({a}, 5, floats)).price.cost == 5 * weights);
}

}  // namespace tra21_planner_test
