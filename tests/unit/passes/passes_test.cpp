// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <string>
#include <vector>

#include <relatile/passes/passes.hpp>
#include <relatile/relatile.hpp>

#include "support/catch.hpp"
#include "support/slow_network.hpp"

namespace passes_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;

namespace {

rt::Array<double, 2> numbers(std::int64_t rows, std::int64_t cols, std::int64_t seed) {
  rt::Array<double, 2> x = rt::from_function({rows, cols}, [seed](std::int64_t i, std::int64_t j) {
    return double((i * 31 + j * 17 + seed * 7) % 13 - 6);
  });
  rt::evaluate(x);
  return x;
}

/// A program that every pass changes: a product of what is sent, one that streams, and one that is
/// added up.
std::vector<double> results(const std::vector<std::string>& disabled) {
  rt::Context context = rt::Context::loopback(4);
  context.plan_options().machine = rt::test::slow_network();
  context.plan_options().disabled_passes = disabled;
  context.plan_options().panel_bytes = 1;
  context.plan_options().cache = {1, 1, 1, std::int64_t(1) << 30};
  const auto x = numbers(60, 40, 1);
  const auto w = numbers(40, 50, 2);
  const auto v = numbers(50, 30, 3);
  std::vector<double> all = rt::to_vector(rt::matmul(rt::maximum(rt::matmul(x, w), 0.0), v) +
                                          rt::matmul(x, numbers(40, 30, 4)));
  const auto a = rt::as_array(rt::placed(numbers(800, 80, 5), rt::split(0)));
  const auto b = rt::as_array(rt::placed(numbers(800, 400, 6), rt::split(0)));
  const auto summed = rt::as_array(rt::with_plan(rt::matmul(rt::transpose(a), b), "cross_product"));
  rt::evaluate(summed);
  const auto& steps = rt::report(summed).plan.steps;
  const bool off = std::find(disabled.begin(), disabled.end(), "reduce_panels") != disabled.end();
  CHECK(off == std::none_of(steps.begin(), steps.end(), [](const auto& step) {
          return step.exchange.reduces && step.slice.count > 1;
        }));
  const std::vector<double> more = rt::to_vector(summed);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

TEST_CASE("values are the same with any pass off") {
  const auto expected = results({});
  std::vector<std::string> names;
  for (const auto& pass : rt::pass::passes()) {
    CHECK(results({std::string(pass.name)}) == expected);
    names.emplace_back(pass.name);
  }
  CHECK(names ==
        std::vector<std::string>{"panels", "reduce_panels", "cache_panels", "critical_path"});
  CHECK(results(names) == expected);
}

TEST_CASE("explain tells how a plan came about, rule by rule and pass by pass") {
  rt::Context context = rt::Context::loopback(4);
  context.plan_options().panel_bytes = 1;
  const auto x = numbers(400, 300, 1);
  const auto y = rt::matmul(x, numbers(300, 400, 2))(rt::slice(0, 200), rt::all_of_axis);
  const std::string text = rt::explain(y, rt::passes);
  CHECK_THAT(text, ContainsSubstring("  rule  merge_equal, nothing\n"));
  CHECK_THAT(text, ContainsSubstring("  rule  push_views once, 48 000 000 flop spared"));
  CHECK_THAT(text, ContainsSubstring("  pass") && ContainsSubstring("predicted"));
  for (const char* name : {"search", "critical_path", "panels", "cache_panels"}) {
    CHECK_THAT(text, ContainsSubstring("\n  " + std::string(name) + " "));
  }
  context.plan_options().disabled_passes = {"panels"};
  context.plan_options().disabled_rules = {"push_views"};
  const std::string without = rt::explain(y, rt::passes);
  CHECK_THAT(without, ContainsSubstring("\n  panels (off)"));
  CHECK_THAT(without, ContainsSubstring("  rule  push_views (disabled)\n"));
  rt::Array<double, 2> result = y;
  rt::evaluate(result);
  CHECK_THAT(rt::explain(result, rt::passes), ContainsSubstring("\n  search "));
}

TEST_CASE("a pass that there is not can't be disabled") {
  rt::Context context = rt::Context::loopback(2);
  const auto x = numbers(4, 4, 1);
  context.plan_options().disabled_passes = {"panel"};
  CHECK_THROWS_WITH(rt::explain(rt::matmul(x, x)),
                    "relatile: disabled_passes: there is no pass 'panel'; there are "
                    "panels, reduce_panels, cache_panels, critical_path");
}

}  // namespace passes_test
