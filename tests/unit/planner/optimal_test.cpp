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

/// What the plan for several results sends.
double planned_bytes(const std::vector<NodePtr>& roots, int sites) {
  const rt::planner::Problem problem(roots, sites, bytes);
  const auto assignment = rt::planner::plan_optimal(problem);
  const auto plan = rt::planner::Emitter(problem, assignment, 1 << 30).emit(roots);
  CHECK(static_cast<double>(plan.traffic().total().value) == assignment.price.cost);
  return assignment.price.cost;
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

TEST_CASE("a value's reductions happen where it is stored, in whatever parts") {
  for (int sites : {5, 13, 17, 23, 31, 61, 127}) {
    auto context = rt::Context::loopback(sites);
    for (std::int64_t rows : {100, 1000, 4099}) {
      const std::int64_t cols = 7;
      const auto x = stored(rows, cols, rt::split(0));
      const auto y = stored(rows, 1, rt::split(0));
      const auto by_hand = static_cast<double>((sites - 1) * cols * 8);
      const rt::Array<double, 2> kept = rt::exp(x);
      INFO("sites: " << sites << ", rows: " << rows);
      CHECK(planned_bytes({to_node(rt::sum(x, 0))}, sites) <= by_hand);
      CHECK(planned_bytes({to_node(rt::max(rt::exp(x) + x, 0))}, sites) <= by_hand);
      CHECK(planned_bytes({to_node(rt::matmul(rt::transpose(x), y))}, sites) <= by_hand);
      CHECK(planned_bytes({to_node(rt::matmul(rt::transpose(x), x))}, sites) <= by_hand * cols);
      CHECK(planned_bytes({to_node(rt::matmul(rt::transpose(kept), kept))}, sites) <=
            by_hand * cols);
      CHECK(planned_bytes({kept.node(), to_node(rt::sum(kept, 0))}, sites) <= by_hand);
      CHECK(planned_bytes({to_node(rt::sum(rt::placed(x, rt::split(0)), 0))}, sites) <= by_hand);
      const rt::Array<double, 2> moved = rt::placed(rt::exp(x), rt::split(0));
      CHECK(planned_bytes({moved.node(), to_node(rt::sum(moved, 0))}, sites) <= by_hand);
    }
  }
}

TEST_CASE("what is placed lies there alone, and readers find it where its operand is, too") {
  const std::vector<rt::Placing> placings{rt::everywhere, rt::split(0), rt::split(1),
                                          rt::on_rank(0)};
  for (int sites : {1, 2, 3, 8}) {
    auto context = rt::Context::loopback(sites);
    for (const rt::Placing& from : placings) {
      for (const rt::Placing& to : placings) {
        INFO("sites: " << sites << ", from " << &from - placings.data() << " to "
                       << &to - placings.data());
        const auto x = stored(48, 48, from);
        const rt::Array<double, 2> y = rt::placed(x, to);
        const double alone = planned(y.node(), sites);
        const double product = planned(to_node(rt::matmul(y, y)), sites);
        const double other = planned(to_node(rt::matmul(x, x)), sites);
        CHECK(product <= alone + other);
        planned(to_node(rt::sum(y * 2.0, 0)), sites);
        const rt::Array<double, 2> z = rt::placed(x, to);
        planned_bytes({z.node(), to_node(rt::matmul(z, z)), to_node(rt::max(z, 1))}, sites);
        planned(rt::Array<double, 2>(rt::placed(y + x, rt::split(1))).node(), sites);
        const auto wanted = stored(48, 48, to);
        rt::evaluate(y);
        CHECK(y.node()->value->held == wanted.node()->value->held);
        double held = 0;  // where each element is once, it is in one of the parts
        for (const auto& part : rt::local_parts(y)) {
          for (const double element : part.elements()) held += element;
        }
        const bool is_copied = &to == &placings[0];
        CHECK(held == 48.0 * 48 * (is_copied ? sites : 1));
        CHECK(rt::all(y == x));
      }
    }
  }
}

TEST_CASE("what is read of a value and of the same value placed is sent once") {
  for (int sites : {2, 4, 8}) {
    auto context = rt::Context::loopback(sites);
    const auto x = stored(48, 48, rt::split(0));
    const auto w = stored(48, 4800, rt::split(1));
    const auto v = stored(48, 4800, rt::split(1));
    const auto bytes_of = [&](const rt::Array<double, 2>& p) {
      const std::vector<NodePtr> roots{to_node(rt::matmul(p, w)), to_node(rt::matmul(x, v))};
      const rt::planner::Problem problem(roots, sites, bytes);
      const auto assignment = rt::planner::plan_optimal(problem);
      const auto plan = rt::planner::Emitter(problem, assignment, 1 << 30).emit(roots);
      return plan.traffic().total().value;
    };
    CHECK(bytes_of(x) == (sites - 1) * 48 * 48 * 8);
    CHECK(bytes_of(rt::placed(x, rt::split(1))) == bytes_of(x));
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
