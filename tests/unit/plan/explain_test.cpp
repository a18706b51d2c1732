// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <sstream>
#include <string>
#include <tuple>

#include <relatile/cost/forecast.hpp>
#include <relatile/relatile.hpp>
#include <relatile/tra/graph.hpp>

#include "support/catch.hpp"
#include "support/traffic.hpp"

namespace explain_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;

namespace {

/// "explain_test.cpp:<line>"
std::string at(int line) { return "explain_test.cpp:" + std::to_string(line); }
template <class X>
std::string where(const X& x) {
  return rt::to_node(x)->where;
}

/// As a user's own function: the lines inside are what its arrays were asked for by.
constexpr int softmax_line = __LINE__ + 2;
rt::Array<double, 1> softmax(const rt::Array<double, 1>& x) {
  return rt::exp(x) / rt::sum(rt::exp(x));
}

}  // namespace

TEST_CASE("nodes know the line of the program that asked for them") {
  auto context = rt::Context::loopback(2);
  rt::Array<double, 2> x = rt::ones({8, 6});
  CHECK(where(x) == at(__LINE__ - 1));
  rt::Array<double, 2> y = x + 2.0 * x;
  CHECK(where(y) == at(__LINE__ - 1));
  CHECK(where(rt::matmul(x, rt::transpose(y))) == at(__LINE__));
  CHECK(where(rt::einsum<"ij,kj->ik">(x, y)) == at(__LINE__));
  CHECK(where(rt::einsum<1>("ij->j", x)) == at(__LINE__));
  CHECK(where(rt::sum(x * y, 0)) == at(__LINE__));
  CHECK(where(rt::mean(x, 1, rt::keepdims)) == at(__LINE__));
  CHECK(where(rt::argmax(x)) == at(__LINE__));
  CHECK(where(rt::dot(x, 2.0)) == at(__LINE__));
  CHECK(where(rt::inner(x, y)) == at(__LINE__));
  CHECK(where(rt::diag(rt::arange(4.0))) == at(__LINE__));
  CHECK(where(rt::random::normal<double>({3, 2}, rt::random::Seed{1})) == at(__LINE__));
  CHECK(where(rt::placed(x, rt::split(1))) == at(__LINE__));
  CHECK(where(softmax(rt::arange(4.0))) == at(softmax_line));

  const auto blocks = rt::blocks(x, {4, 6});
  CHECK(where(blocks) == at(__LINE__ - 1));
  const auto pairs = rt::join(blocks, blocks, rt::on<1>, rt::on<1>,
                              [](const auto& a, const auto& b) { return a * b.transpose(); });
  const int line_of_join = __LINE__ - 1;
  const rt::Relation<rt::Dense<double, 2>, 3> joined = pairs;
  CHECK(where(joined).starts_with("explain_test.cpp:"));
  CHECK((where(joined) == at(line_of_join) || where(joined) == at(line_of_join - 1)));
  CHECK(where(rt::aggregate(pairs, rt::by<0, 2>, rt::kernel::add)) == at(__LINE__));
}

TEST_CASE("nodes inside a function of the library are its caller's, and slices their reader's") {
  auto context = rt::Context::loopback(2);
  rt::Array<double, 2> x = rt::ones({8, 6});
  rt::Array<double, 2> w = rt::ones({6, 5});
  rt::Array<double, 1> m = rt::mean(rt::matmul(x(rt::slice(0, 4)), w), 0);
  const int line = __LINE__ - 1;
  int nodes = 0;
  for (const auto& node : rt::tra::topological_order({m.node()})) {
    CAPTURE(node->name);
    if (node != x.node() && node != w.node()) CHECK(node->where == at(line));
    ++nodes;
  }
  CHECK(nodes > 4);
}

TEST_CASE("an expression without a line of its own gets that of the array it is assigned to") {
  auto context = rt::Context::loopback(2);
  rt::Array<double, 2> x = rt::ones({8, 6});
  const auto expression = rt::exp(x) + 1.0;
  rt::Array<double, 2> y = expression;
  CHECK(where(y) == at(__LINE__ - 1));
  CHECK(where(expression + 1.0).empty());  // nobody asked for it in a place that is known
}

TEST_CASE("names show in plans and decide nothing") {
  auto context = rt::Context::loopback(4);
  const auto plan = [](bool with_names) {
    rt::Array<double, 2> x = rt::placed(rt::ones({64, 32}), rt::split(0));
    rt::Array<double, 2> w = rt::placed(rt::ones({32, 8}), rt::split(0));
    if (with_names) {
      rt::named(x, "features");
      rt::named(w, "weights");
    }
    rt::evaluate(x, w);
    rt::Array<double, 2> y = rt::matmul(x, w);
    if (with_names) y = rt::named(y, "scores");
    return rt::explain(y, rt::in_full);
  };
  std::string with = plan(true);
  CHECK_THAT(with, ContainsSubstring("stored(features)"));
  CHECK_THAT(with, ContainsSubstring("stored(weights)"));
  CHECK_THAT(with, ContainsSubstring("matmul \"scores\" [ik,kj->ij]"));
  const auto replace = [&](const std::string& what, const std::string& by) {
    with.replace(with.find(what), what.size(), by);
  };
  replace("stored(features)", "stored(placed)");
  replace("stored(weights)", "stored(placed)");
  replace(" \"scores\"", "");  // of the step
  replace(" \"scores\"", "");  // and of its lower bound
  CHECK(with == plan(false));
}

TEST_CASE("errors say the name and the line of what failed") {
  auto context = rt::Context::loopback(3);
  const auto blocks = rt::blocks(rt::ones({6, 2}), {2, 2});
  const auto fails = rt::named(rt::transform(blocks,
                                             [](const auto& block) {
                                               if (block(0, 0) > 0) throw std::runtime_error("no");
                                               return block;
                                             }),
                               "the culprit");
  CHECK_THROWS_WITH(rt::evaluate(fails),
                    ContainsSubstring("in transform \"the culprit\" [explain_test.cpp:") &&
                        ContainsSubstring("]: no"));
  const auto holes = rt::named(rt::filter(blocks, [](auto key) { return key[0] == 1; }), "middle");
  CHECK_THROWS_WITH(rt::transform(holes, [](const auto& block) { return block; }),
                    ContainsSubstring("filter \"middle\" [" + at(__LINE__ - 2) + "] leaves holes"));
}

TEST_CASE("explain_analyze evaluates, and sets what was measured beside what was predicted") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    rt::Array<double, 2> x = rt::placed(rt::ones({60, 20}), rt::split(0));
    rt::Array<double, 2> w = rt::placed(rt::ones({20, 4}), rt::split(0));
    rt::evaluate(x, w);
    rt::Array<double, 2> g = rt::matmul(rt::transpose(x), rt::maximum(rt::matmul(x, w), 0.0));
    const std::string text = rt::explain_analyze(g);
    REQUIRE(g.node()->evaluated());
    CHECK_THAT(text, ContainsSubstring("local_join+aggregate(") && ContainsSubstring("\n  total "));
    CHECK_THAT(text, ContainsSubstring("measured beside predicted"));

    const rt::engine::Report& report = rt::report(g);
    rt::test::require_exact_traffic(report);
    const rt::plan::Measured& measured = report.measured;
    REQUIRE(measured.site_seconds.size() == report.plan.steps.size());
    for (std::size_t s = 0; s < report.plan.steps.size(); ++s) {
      const auto& seconds = measured.site_seconds[s];
      REQUIRE(seconds.size() == static_cast<std::size_t>(sites));
      CHECK(measured.seconds[s] == *std::max_element(seconds.begin(), seconds.end()));
      CHECK(measured.seconds[s] <= measured.total_seconds);
      // One process runs all sites, and what they need is allocated before the first step.
      CHECK(measured.high_water[s].value <= report.peak_bytes * sites);
      CHECK(measured.high_water[s].value >= report.peak_bytes);
    }
    const auto forecast = rt::cost::forecast_memory(report.plan);
    CHECK(forecast.allocated.value == report.peak_bytes);
    for (const auto live : forecast.live) CHECK(live <= forecast.allocated);
    CHECK(forecast.peak.value >= report.peak_bytes);
    CHECK(*std::max_element(forecast.live.begin(), forecast.live.end()) > rt::Bytes{0});
  }
}

TEST_CASE("every format knows what was planned, what ran, and what was only stored") {
  auto context = rt::Context::loopback(2);
  rt::Array<double, 1> x =
      rt::named(rt::from_eigen(Eigen::VectorXd(Eigen::VectorXd::Ones(9))), "x");
  rt::Array<double, 1> y = rt::placed(x, rt::split(0));
  CHECK(rt::explain(x, rt::in_full) == "stored from_eigen (9,): all\n");
  CHECK(rt::explain_analyze(x) == rt::explain(x, rt::in_full));
  CHECK_THAT(rt::explain(x, rt::as_json), ContainsSubstring("\"placement\": \"all\""));
  CHECK_THAT(rt::explain(x, rt::as_dot), ContainsSubstring("stored(x)"));
  CHECK(rt::explain(y) == rt::explain(y, rt::as_table));
  CHECK_THAT(rt::explain(y, rt::as_json), !ContainsSubstring("measured"));
  rt::evaluate(y);
  CHECK_THAT(rt::explain(y, rt::as_json), ContainsSubstring("\"measured\": {"));
  CHECK_THAT(rt::explain(y, rt::as_dot), ContainsSubstring("digraph plan {"));
}

TEST_CASE("what is evaluated together is explained together") {
  auto context = rt::Context::loopback(2);
  const auto plans_in = [](const std::string& text) {
    int plans = 0;
    for (auto at = text.find("plan for 2"); at != text.npos; at = text.find("plan for 2", at + 1))
      ++plans;
    return plans;
  };
  rt::Array<double, 2> x = rt::ones({8, 6});
  rt::Array<double, 2> y = rt::exp(x);
  rt::Array<double, 1> z = rt::sum(x, 0);
  const std::string before = rt::explain(std::tie(y, z));
  CHECK(rt::explain(y, z) == before);
  CHECK(rt::explain(y, z, rt::as_json) == rt::explain(std::tie(y, z), rt::as_json));
  CHECK(rt::explain(y, z, y * 2.0) == rt::explain(std::tuple(y, z, y * 2.0)));
  CHECK(rt::explain(y, z) != rt::explain(y));
  CHECK(plans_in(before) == 1);
  CHECK_THAT(before, ContainsSubstring("exp") && ContainsSubstring("sum"));
  CHECK_THAT(rt::explain(std::make_tuple(y, z), rt::memory_curve), ContainsSubstring("as planned"));
  rt::evaluate(y, z);
  CHECK(rt::explain(std::tie(y, z)) == rt::explain(y));
  rt::Array<double, 2> other = 2.0 * x;
  CHECK_THAT(rt::explain(std::tie(y, other)),
             ContainsSubstring("multiply") && !ContainsSubstring("exp"));
  rt::evaluate(other);
  CHECK(plans_in(rt::explain(std::tie(y, z, other))) == 2);
}

TEST_CASE("explain is a table of at most 120 columns, with a line an operator") {
  auto context = rt::Context::loopback(4);
  context.plan_options().panel_bytes = 1;
  context.plan_options().hosts = {};
  const auto x = rt::named(rt::placed(rt::ones({64, 96}), rt::split(0)),
                           "a title that nobody would want to read in a column of a table");
  const auto w = rt::placed(rt::ones({96, 64}), rt::split(0));
  rt::evaluate(x, w);
  rt::Array<double, 2> y = rt::matmul(x, w) + 1.0;
  std::size_t num_steps = 0;
  for (const bool evaluated : {false, true}) {
    if (evaluated) rt::evaluate(y);
    const std::string text = rt::explain(y);
    CAPTURE(text);
    std::istringstream lines(text);
    std::size_t num_lines = 0;
    for (std::string line; std::getline(lines, line); ++num_lines) CHECK(line.size() <= 120);
    CHECK_THAT(text,
               Catch::Matchers::StartsWith("plan for 4 sites by optimal (optimal in time)\n") &&
                   ContainsSubstring("\n  R0   stored a title that nobo..") &&
                   ContainsSubstring(" parts  ") && ContainsSubstring("  (64, 64)") &&
                   ContainsSubstring("%  ") && ContainsSubstring("\n  total ") &&
                   ContainsSubstring("\n  rejected "));
    CHECK((text.find("took") != std::string::npos) == evaluated);
    CHECK((text.find("measured") != std::string::npos) == evaluated);
    if (evaluated) {
      num_steps = rt::report(y).plan.steps.size();
      // The parts of an operator are one line, and so is what was not chosen.
      CHECK(num_lines < num_steps + 4);
      CHECK(static_cast<std::size_t>(std::count(text.begin(), text.end(), '%')) < num_steps / 3);
    }
  }
  CHECK(num_steps > 12);
}

TEST_CASE("explain tells what each site of the process does, before and after") {
  auto context = rt::Context::loopback(3);
  const auto x = rt::placed(rt::ones({60, 30}), rt::split(0));
  const auto w = rt::placed(rt::ones({30, 60}), rt::split(1));
  rt::evaluate(x, w);
  rt::Array<double, 2> y = rt::matmul(x, w);
  const std::string before = rt::explain(y, rt::site_program);
  CAPTURE(before);
  CHECK_THAT(before, Catch::Matchers::StartsWith("site 0 of 3, which allocates ") &&
                         ContainsSubstring("\nsite 2 of 3, which allocates ") &&
                         ContainsSubstring(" is stored\n") && ContainsSubstring("  begin R") &&
                         ContainsSubstring("  finish R") && ContainsSubstring(" is a result of "));
  rt::evaluate(y);
  CHECK(rt::explain(y, rt::site_program) == before);
  const auto inner = rt::Context::loopback(5);  // whose sites have done nothing of it
  CHECK_THROWS_AS(rt::explain(y, rt::site_program), rt::WrongContext);
  CHECK_THAT(rt::explain(y), Catch::Matchers::StartsWith("plan for 3 sites"));
}

TEST_CASE("a value is explained by the options that it was planned by") {
  rt::Context context = rt::Context::loopback(4);
  rt::Array<double, 2> x =
      rt::from_function({400, 64}, [](auto i, auto j) { return double(i - j); });
  rt::Array<double, 2> w =
      rt::from_function({64, 300}, [](auto i, auto j) { return double(i + j); });
  rt::evaluate(x);
  rt::evaluate(w);
  rt::Array<double, 2> y = rt::matmul(x, w);
  rt::evaluate(y, {.objective = "bytes"});
  context.plan_options().planner = "there is none of that name";
  CHECK_THAT(rt::explain(y), ContainsSubstring("bytes more"));
  context.plan_options().planner = "optimal";
  rt::Array<double, 2> z = rt::matmul(x, w) + 1.0;
  rt::evaluate(z);
  context.plan_options().objective = "bytes";
  CHECK_THAT(rt::explain(z), ContainsSubstring("s more"));
  CHECK_THAT(rt::explain(z), !ContainsSubstring("bytes more"));
}

TEST_CASE("what evaluate can be told is told to explain, and changes nothing") {
  rt::Context context = rt::Context::loopback(4);
  rt::Array<double, 2> x =
      rt::from_function({400, 64}, [](auto i, auto j) { return double(i - j); });
  rt::Array<double, 2> w =
      rt::from_function({64, 300}, [](auto i, auto j) { return double(i + j); });
  rt::evaluate(x);
  rt::evaluate(w);
  rt::Array<double, 2> y = rt::matmul(x, w);
  const std::string usual = rt::explain(y);
  const std::string by_rows = rt::explain(y, {.planner = "row", .objective = "bytes"});
  CHECK_THAT(by_rows, ContainsSubstring("by row (heuristic in bytes)"));
  CHECK_THAT(rt::explain(y, {.planner = "row"}, rt::as_json),
             ContainsSubstring("\"planner\": \"row\""));
  const rt::EvaluateOptions told{.objective = "bytes"};
  CHECK_THAT(rt::explain(y, told), ContainsSubstring("optimal in bytes"));
  CHECK_THAT(rt::explain(y, y + 1.0, {.planner = "row"}), ContainsSubstring("by row"));
  rt::Array<double, 2> z = y * 2.0;
  CHECK_THAT(rt::explain(std::tie(y, z), {.planner = "row"}), ContainsSubstring("by row"));
  CHECK_THAT(rt::explain(x, y, {.planner = "row"}), ContainsSubstring("by row"));
  CHECK_FALSE(y.node()->evaluated());
  CHECK(rt::explain(y) == usual);
  CHECK_THROWS_WITH(rt::explain(y, {.planner = "rows"}), ContainsSubstring("'rows'"));
  CHECK_THROWS_WITH(rt::explain(y, {.saved_plan = "y.plan"}), ContainsSubstring("saved plan"));
  rt::evaluate(y);
  CHECK_THROWS_WITH(rt::explain(y, {.planner = "row"}),
                    ContainsSubstring("of shape (400, 300) has its value"));
}

TEST_CASE("options are looked at, too, where nothing is left to be planned") {
  rt::Context context = rt::Context::loopback(2);
  rt::Array<double, 2> x = rt::ones({6, 4});
  rt::evaluate(x, {.planner = "row"});
  rt::evaluate(x, {.planner = "column"});
  CHECK_THROWS_WITH(rt::evaluate(x, {.planner = "rows"}), ContainsSubstring("'rows'"));
  CHECK_THROWS_WITH(rt::evaluate(x, {.objective = "seconds"}), ContainsSubstring("'seconds'"));
  CHECK_THROWS_AS(rt::evaluate(x, {.memory_per_rank = -1}), rt::Error);
  rt::Array<double, 2> y = x + 1.0;
  CHECK_THROWS_AS(rt::explain(y, {.memory_per_rank = -1}, rt::memory_curve), rt::Error);
}

TEST_CASE("explain plans a large program few times over") {
  rt::Context context = rt::Context::loopback(3);
  rt::Array<double, 2> a = rt::ones({8, 8});
  rt::Array<double, 2> b = a * 0.5;
  for (int i = 0; i < 60; ++i) b = rt::matmul(a, b) * 0.125;
  const std::string text = rt::explain(b, rt::as_json);
  std::size_t rejected = 0;
  for (std::size_t at = text.find(" by "); at != std::string::npos;
       at = text.find(" by ", at + 1)) {
    ++rejected;
  }
  CHECK(rejected >= 4);
  CHECK(rejected <= 30);
}

}  // namespace explain_test
