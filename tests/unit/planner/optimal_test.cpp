// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/placement/partition_vector.hpp>
#include <relatile/planner/emit.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/planner/search/exhaustive.hpp>
#include <relatile/planner/search/optimal.hpp>
#include <relatile/planner/space/named_plans.hpp>

#include <relatile/relatile.hpp>

#include "support/catch.hpp"
#include "support/stored.hpp"

namespace optimal_test {

namespace rt = relatile;
using rt::test::stored;
using rt::tra::NodePtr;

namespace {

const rt::planner::BytesObjective bytes;

/// What elimination and exhaustive search find, which must be the same.
double planned(const NodePtr& root, int sites) {
  const rt::planner::Problem problem({root}, sites, bytes);
  rt::planner::FactorTables tables(problem);
  const auto assignment = rt::planner::eliminate(problem, tables);
  const auto oracle = rt::planner::Exhaustive(problem).solve();
  REQUIRE(assignment);
  REQUIRE(oracle);
  CHECK(assignment->price.cost == oracle->price.cost);
  const auto plan = rt::planner::Emitter(problem, *assignment, 1 << 30).emit({root});
  CHECK(static_cast<double>(plan.traffic().total().value) == assignment->price.cost);
  return assignment->price.cost;
}

}  // namespace

TEST_CASE("the plan is the cheapest of all combinations of candidates") {
  for (int sites : {1, 2, 3, 4, 5, 6}) {
    auto context = rt::Context::loopback(sites);
    for (const rt::Placing& placing :
         {rt::split(0), rt::split(1), rt::everywhere, rt::on_rank(0)}) {
      auto a = stored(96, 40, placing);
      auto b = stored(40, 72, rt::split(0));
      auto c = stored(72, 104, rt::split(1));
      planned(to_node(rt::matmul(a, b)), sites);
      planned(to_node(rt::matmul(rt::matmul(a, b), c)), sites);
      planned(to_node(rt::sum(rt::matmul(a, b) * 2.0, 0)), sites);
      rt::Array<double, 2> shared = rt::matmul(a, b);
      planned(to_node(rt::matmul(shared, rt::transpose(shared))), sites);
    }
  }
}

TEST_CASE("three shapes of a product choose three different plans") {
  auto context = rt::Context::loopback(4);
  const auto chosen = [](std::int64_t m, std::int64_t k, std::int64_t n, const rt::Placing& left,
                         const rt::Placing& right) {
    auto c = rt::matmul(stored(m, k, left), stored(k, n, right));
    const rt::planner::Problem problem({c.node()}, 4, bytes);
    rt::planner::FactorTables tables(problem);
    const auto assignment = rt::planner::eliminate(problem, tables);
    const int root = problem.index_of(*c.node());
    return rt::planner::plan_name(*c.node(),
                                  problem.candidate(root, assignment->candidate.back()).layout);
  };
  CHECK(chosen(32, 4000, 32, rt::split(1), rt::split(0)) == "cross_product");
  CHECK(chosen(4000, 32, 32, rt::split(0), rt::split(0)) == "broadcast_right");
  CHECK(chosen(32, 32, 4000, rt::split(0), rt::split(1)) == "broadcast_left");
  const std::vector<rt::placement::MeshAxis> grid{{2, 0}, {2, 1}};
  CHECK(chosen(256, 256, 256, rt::split(grid), rt::split(grid)) == "replicate");
}

TEST_CASE("any number of sites works, and partition vectors never exceed it") {
  const std::array<bool, rt::max_rank> whole{};
  for (int sites = 1; sites <= 13; ++sites) {
    for (const auto& d : rt::placement::partition_vectors({100, 100, 3}, whole, sites)) {
      int product = 1;
      for (int parts : d) product *= parts;
      CHECK(product <= sites);
      CHECK(d[2] <= 3);
    }
  }
}

TEST_CASE("pinned plans and placements are obeyed or refused with their name") {
  auto context = rt::Context::loopback(4);
  auto a = stored(64, 64, rt::split(0));
  CHECK_THROWS_WITH(rt::evaluate(rt::with_plan(rt::matmul(a, a), "nonsense")),
                    Catch::Matchers::ContainsSubstring("there is no plan called 'nonsense'"));
  CHECK_THROWS_AS(rt::with_plan(a + 1.0, "one_site"), rt::UnsupportedPlan);
  CHECK_THROWS_AS(rt::placed(a, rt::on_rank(4)), rt::UnsupportedPlan);
  CHECK_THROWS_AS(rt::placed(a, rt::split(2)), rt::UnsupportedPlan);
  auto placed = rt::placed(rt::matmul(a, a), rt::split(1));
  rt::evaluate(placed);
  for (std::size_t site = 0; site < 4; ++site) {
    const rt::Box& box = placed.node()->value->held[site][0];
    CHECK(box.low == rt::Extents{0, 16 * std::int64_t(site)});
    CHECK(box.high == rt::Extents{64, 16 * std::int64_t(site) + 16});
  }
}

TEST_CASE("explain prices every classical plan of a join, and none is cheaper than the one taken") {
  auto context = rt::Context::loopback(4);
  auto c = rt::matmul(stored(200, 50, rt::split(0)), stored(50, 60, rt::split(0)));
  const std::string text = rt::explain(c, rt::in_full);
  for (const char* words : {"broadcast_left", "cross_product", "rejected", "total", "flops"}) {
    CHECK_THAT(text, Catch::Matchers::ContainsSubstring(words));
  }
  rt::evaluate(c);
  CHECK_THAT(rt::explain(c, rt::in_full), Catch::Matchers::ContainsSubstring("B sent"));
}

}  // namespace optimal_test
