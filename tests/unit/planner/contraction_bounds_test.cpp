// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <relatile/cost/contraction_bounds.hpp>
#include <relatile/cost/forecast.hpp>
#include <relatile/plan/text/write.hpp>
#include <relatile/planner/plan_for.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace contraction_bounds_test {

using namespace relatile;
using Catch::Matchers::ContainsSubstring;
using graphs::NodePtr;

namespace {

plan::Plan planned(const std::vector<NodePtr>& roots, int sites) {
  planner::PlanOptions options;
  options.objective = "bytes";
  return planner::plan_for(roots, roots, sites, options);
}

NodePtr product(std::int64_t m, std::int64_t k, std::int64_t n) {
  return graphs::matmul(graphs::input({m, k}), graphs::input({k, n}));
}

std::string written(const plan::Plan& plan, plan::Format format) {
  const plan::Forecast forecast = cost::forecast_memory(plan);
  std::ostringstream out;
  plan::write(out, plan, {&forecast, nullptr}, format);
  return out.str();
}

}  // namespace

TEST_CASE("what a product's plan sends is at most the best grid's and at least the bound") {
  const std::vector<cost::ProductShape> shapes{
      {2048, 2048, 2048}, {512, 131'072, 512}, {8192, 256, 8192}, {3000, 500, 70},
      {10'007, 64, 9001}, {1, 5000, 3000},     {97, 89, 101},     {5, 3, 7}};
  for (const auto& shape : shapes) {
    for (int sites : {2, 3, 4, 5, 7, 8, 13, 16, 24, 37, 64}) {
      CAPTURE(shape.rows, shape.common, shape.columns, sites);
      const plan::Plan plan = planned({product(shape.rows, shape.common, shape.columns)}, sites);
      const auto bounds = cost::contraction_bounds(plan);
      REQUIRE(bounds.size() == 1);
      CHECK(bounds[0].sent == plan.traffic().total());
      CHECK(bounds[0].least <= bounds[0].sent);
      if (bounds[0].load > 1.25) continue;  // so small that all may do all of it
      CHECK(static_cast<double>(bounds[0].sent.value) <=
            8 * cost::best_product_grid(shape, sites).elements_sent);
    }
  }
}

TEST_CASE("bounds are told of whole products of values that are stored once") {
  const NodePtr x = graphs::input({4096, 512});
  const NodePtr w = graphs::input({512, 4096});
  CHECK(cost::contraction_bounds(planned({graphs::matmul(x, w)}, 4)).size() == 1);
  // Not of one site, nor of what the program makes, nor of what every site has.
  CHECK(cost::contraction_bounds(planned({graphs::matmul(x, w)}, 1)).empty());
  const NodePtr second = graphs::matmul(graphs::matmul(x, w), graphs::input({4096, 64}));
  CHECK(cost::contraction_bounds(planned({second}, 4)).size() == 1);
  CHECK(cost::contraction_bounds(planned({graphs::matmul(x, graphs::source({512, 4096}))}, 4))
            .empty());
  const NodePtr everywhere = graphs::input({512, 4096});
  auto value = std::make_shared<tra::StoredValue>();
  value->held.assign(4, {{Extents{0, 0}, Extents{512, 4096}}});
  everywhere->value = value;
  CHECK(cost::contraction_bounds(planned({graphs::matmul(x, everywhere)}, 4)).empty());
}

TEST_CASE("one matrix as both operands has a bound of its own") {
  const NodePtr x = graphs::input({2400, 2400});
  const auto bounds = cost::contraction_bounds(planned({graphs::matmul(x, x)}, 4));
  REQUIRE(bounds.size() == 1);
  CHECK(bounds[0].least.value == 46'079'999);  // all of x once, rounded down
  CHECK(bounds[0].least < bounds[0].sent);
}

TEST_CASE("explain in full and JSON tell the bound, the table does not") {
  const plan::Plan plan = planned({product(2048, 2048, 2048)}, 4);
  const std::string text = written(plan, plan::Format::text);
  CHECK_THAT(text, ContainsSubstring("lower bound of ij,jk->ik: 59 129 725 B"));
  CHECK_THAT(text, ContainsSubstring("(an equal share), which sends 67 108 864 B (1.13 times)"));
  CHECK_THAT(written(plan, plan::Format::json), ContainsSubstring("\"lower_bounds\""));
  CHECK_THAT(written(plan, plan::Format::json), ContainsSubstring("\"bytes\": 67108864"));
  CHECK_THAT(written(plan, plan::Format::table), !ContainsSubstring("lower bound"));
}

}  // namespace contraction_bounds_test
