// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/planner/memory_curve.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/relatile.hpp>
#include <vector>

#include "support/catch.hpp"
#include "support/graphs.hpp"
#include "support/stored.hpp"

namespace memory_curve_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::planner::MemoryPoint;
using rt::test::stored;

namespace {

rt::planner::PlanOptions options_for(const char* objective) {
  rt::planner::PlanOptions options;
  options.objective = objective;
  return options;
}

}  // namespace

TEST_CASE("what memory buys is what plans within a cap cost") {
  const auto a = graphs::stored({1200, 900}, {{4, 0}}, 4);
  const auto b = graphs::stored({900, 1000}, {{4, 0}}, 4);
  const auto product = graphs::matmul(a, b);
  const std::vector<graphs::NodePtr> roots{graphs::sum(
      graphs::elementwise({graphs::matmul(product, graphs::stored({1000, 700}, {{4, -1}}, 4))}),
      {0})};
  for (const char* objective : {"time", "bytes"}) {
    auto options = options_for(objective);
    const std::vector<MemoryPoint> curve =
        rt::planner::memory_curve(roots, roots, 4, options, rt::plan::default_message_limit);
    REQUIRE(curve.size() >= 2);
    CHECK(curve.front().how == "as planned");
    CHECK(curve.front().price == rt::planner::plan_for(roots, roots, 4, options).price);
    for (std::size_t i = 1; i < curve.size(); ++i) {
      CAPTURE(objective, i, curve[i].how, curve[i].peak.value);
      CHECK(curve[i].peak < curve[i - 1].peak);
      CHECK(curve[i].price >= curve[i - 1].price);
      options.memory_per_rank = curve[i].peak.value;
      const auto plan = rt::planner::plan_for(roots, roots, 4, options);
      CHECK(plan.price == curve[i].price);
      CHECK(plan.peak_memory == curve[i].peak);
      CHECK(plan.traffic().total() == curve[i].moved);
    }
    options.memory_per_rank = curve.back().peak.value - 1;
    CHECK_THROWS_AS(rt::planner::plan_for(roots, roots, 4, options), rt::OutOfMemory);
  }
}

TEST_CASE("less memory takes finer slices of the same product where sites share memory") {
  // In halves A's rows are read where they lie, so that cutting them is best, and keeps B whole.
  for (const std::int64_t size : {256, 251}) {
    const auto a = graphs::stored({size, size}, {{4, 0}}, 4);
    const auto b = graphs::stored({size, size}, {{4, 0}}, 4);
    const std::vector<graphs::NodePtr> roots{graphs::matmul(a, b)};
    for (const bool one_host : {true, false}) {
      auto options = options_for("bytes");
      if (one_host) options.hosts.of_site = {0, 0, 0, 0};
      const std::vector<MemoryPoint> curve =
          rt::planner::memory_curve(roots, roots, 4, options, rt::plan::default_message_limit);
      const std::int64_t stored_and_made = 3 * size * ((size + 3) / 4) * 8;
      const std::int64_t on_the_way = curve.back().peak.value - stored_and_made;
      CAPTURE(size, one_host, curve.back().peak.value, curve.size());
      CHECK(on_the_way < stored_and_made / 8);
      for (const MemoryPoint& point : curve) {
        if (point.peak.value >= stored_and_made * 17 / 16)
          CHECK(point.moved == curve.front().moved);
      }
    }
  }
}

TEST_CASE("a cap is not negative") {
  auto context = rt::Context::loopback(2);
  const rt::Array<double, 2> y = stored(30, 20, rt::split(0)) + 1.0;
  CHECK_THROWS_WITH(
      rt::evaluate(y, {.memory_per_rank = -5}),
      "relatile: memory_per_rank is -5 bytes; a cap is positive, and 0 stands for none");
}

TEST_CASE("explain says what memory buys, before and after a program has run") {
  auto context = rt::Context::loopback(4);
  const auto x = stored(300, 200, rt::split(0));
  rt::Array<double, 2> y = rt::matmul(rt::transpose(x), rt::exp(x));
  const std::string before = rt::explain(y, rt::memory_curve);
  CHECK_THAT(before, ContainsSubstring("memory") && ContainsSubstring("as planned") &&
                         ContainsSubstring("in slices"));
  rt::evaluate(y);
  CHECK_THAT(rt::explain(y, rt::memory_curve), ContainsSubstring("as planned"));
}

}  // namespace memory_curve_test
