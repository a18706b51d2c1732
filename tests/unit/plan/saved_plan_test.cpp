// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <fstream>
#include <limits>
#include <relatile/context/save_plan.hpp>
#include <relatile/plan/check.hpp>
#include <relatile/plan/fingerprint.hpp>
#include <relatile/plan/text/load.hpp>
#include <relatile/relatile.hpp>
#include <sstream>

#include "support/catch.hpp"
#include "support/traffic.hpp"

namespace saved_plan_test {

namespace rt = relatile;
namespace plan = rt::plan;
using Catch::Matchers::ContainsSubstring;

namespace {

rt::Array<double, 2> stored(std::int64_t rows, std::int64_t cols, const rt::Placing& placing) {
  rt::Array<double, 2> x = rt::placed(
      rt::from_function({rows, cols}, [](auto i, auto j) { return double((3 * i + 5 * j) % 7); }),
      placing);
  rt::evaluate(x);
  return x;
}

/// Programs of every kind of step: moves, reductions, kernels on blocks, renamed keys, objects.
rt::Array<double, 2> regression(std::int64_t rows = 60) {
  const auto x = stored(rows, 12, rt::split(0));
  const auto w = stored(12, 5, rt::everywhere);
  const rt::Array<double, 2> p = rt::exp(rt::matmul(x, w) * 0.01);
  return rt::matmul(rt::transpose(x), p / rt::sum(p, 1, rt::keepdims));
}
rt::Array<double, 2> chain() {
  return rt::placed(
      rt::matmul(rt::matmul(stored(20, 30, rt::split(1)), stored(30, 8, rt::split(0))),
                 stored(8, 25, rt::on_rank(0))),
      rt::split(1));
}
rt::Array<double, 2> relational() {
  const auto a = rt::blocks(stored(24, 24, rt::split(0)), {8, 6});
  const auto b = rt::blocks(stored(24, 24, rt::split(1)), {6, 8});
  const auto c = rt::aggregate(
      rt::join(a, b, rt::on<1>, rt::on<0>, [](const auto& l, const auto& r) { return l * r; }),
      rt::by<0, 2>, rt::kernel::add);
  const auto swapped = rt::rekey(c, [](auto key) { return std::array{key[1], key[0]}; });
  return rt::to_array(rt::transform(swapped, [](const auto& block) { return 2.0 * block; }));
}
/// Neighbours that one exchange brings, and that lie in one piece with gaps.
rt::Array<double, 2> neighbours() {
  const auto x = stored(40, 21, rt::split(0));
  const auto from = [&](std::int64_t i, std::int64_t j) {
    return x(rt::slice(i, i + 38), rt::slice(j, j + 19));
  };
  return from(0, 1) + from(1, 0) + from(1, 2) + from(2, 1) - 4.0 * from(1, 1);
}
rt::Array<double, 1> column_sums() { return rt::sum(stored(50, 7, rt::split(0)), 0); }

std::string read(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}
void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

template <class X>
std::vector<double> values(const X& x) {
  std::vector<double> all;
  const auto there = rt::placed(x, rt::everywhere);
  rt::evaluate(there);
  const auto& piece = there.node()->value->local[0].pieces.at(0);
  const auto* data = reinterpret_cast<const double*>(piece.data.get());
  return {data, data + piece.box.count()};
}

/// Saves the plan of a program, and has the same program, built again, follow it.
template <class Program>
void require_replay(Program&& program) {
  const auto x = rt::as_array(program());
  rt::save_plan("saved.plan", x);
  CHECK(!x.node()->evaluated());
  rt::evaluate(x);
  const std::string before = read("saved.plan");
  rt::save_plan("saved.plan", x);  // the plan that ran is the plan that was to run
  CHECK(read("saved.plan") == before);

  const auto y = rt::as_array(program());
  rt::evaluate(y, {.saved_plan = "saved.plan"});
  const plan::Plan& ran = rt::report(x).plan;
  const plan::Plan& replayed = rt::report(y).plan;
  CHECK(plan::fingerprint(replayed) == plan::fingerprint(ran));
  CHECK(plan::save(replayed) == before);
  CHECK(replayed.total_flops() == ran.total_flops());
  CHECK(replayed.traffic() == ran.traffic());
  rt::test::require_exact_traffic(rt::report(y));
  CHECK(values(y) == values(x));
}

}  // namespace

TEST_CASE("sums of a slice of which some sites have nothing can be replayed") {
  for (const int sites : {2, 5, 7, 12}) {
    auto context = rt::Context::loopback(sites);
    context.plan_options().objective = "bytes";
    const auto x = stored(40, 3, rt::split(0));
    const auto part = x(rt::slice(1, 35), rt::slice());
    CAPTURE(sites);
    require_replay([&] { return rt::Array<double, 2>(rt::sum(part, 0, rt::keepdims)); });
    require_replay([&] { return rt::Array<double, 2>(rt::max(part * 2.0, 0, rt::keepdims)); });
    require_replay([&] { return rt::Array<double, 2>(rt::matmul(rt::transpose(part), part)); });
    require_replay([&] { return rt::Array<double, 2>(part * 2.0); });
  }
}

TEST_CASE("a saved plan is followed step by step, and gives the same result") {
  for (int sites : {1, 2, 3, 4, 7}) {
    CAPTURE(sites);
    auto context = rt::Context::loopback(sites);
    require_replay([] { return regression(); });
    require_replay([] { return regression(3); });
    require_replay([] { return chain(); });
    require_replay([] { return relational(); });
    require_replay([] { return neighbours(); });
    require_replay([] { return column_sums(); });
    require_replay([] { return rt::transpose(stored(9, 4, rt::split(0))) + 1.0; });
  }
}

TEST_CASE("a cap on memory holds for a saved plan, too") {
  auto context = rt::Context::loopback(4);
  const rt::Array<double, 2> x = stored(60, 40, rt::split(0));
  const auto gram = [&x] { return rt::Array<double, 2>(rt::matmul(rt::transpose(x), x)); };
  rt::Array<double, 2> y = gram();
  rt::save_plan("gram.plan", y);
  const auto follow = [&](std::int64_t cap) {
    y = gram();
    rt::evaluate(y, {.memory_per_rank = cap, .saved_plan = "gram.plan"});
    return rt::report(y).plan.peak_memory.value;
  };
  std::int64_t needed = 0;
  for (const std::int64_t cap : {std::int64_t(1), std::int64_t(-5)}) {
    try {
      follow(cap);
      FAIL("a plan that takes more than " << cap << " bytes was followed");
    } catch (const rt::OutOfMemory& error) {
      needed = error.smallest_cap();
      CHECK(error.missing() == needed - cap);
      CHECK_THAT(error.what(), ContainsSubstring("gram.plan holds a plan that takes"));
      CHECK_FALSE(y.node()->evaluated());
    }
  }
  CHECK(follow(needed) == needed);
  CHECK_THROWS_AS(follow(needed - 1), rt::OutOfMemory);
  context.plan_options().memory_per_rank = 1;
  y = gram();
  CHECK_THROWS_AS(rt::evaluate(y, {.saved_plan = "gram.plan"}), rt::OutOfMemory);
}

TEST_CASE("several arrays, and all that the program still holds, are in one plan") {
  auto context = rt::Context::loopback(3);
  const auto x = stored(30, 6, rt::split(0));
  const auto program = [&] {
    rt::Array<double, 2> gram = rt::matmul(rt::transpose(x), x);
    rt::Array<double, 1> total = rt::sum(gram, 0);
    return std::pair(gram, total);
  };
  const auto [gram, total] = program();
  rt::save_plan("both.plan", gram, total);
  const auto [again, sum] = program();
  rt::evaluate(again, sum, {.saved_plan = "both.plan"});
  CHECK(values(sum) == values(total));
  const auto other = program().second;  // its gram is held by nobody
  CHECK_THROWS_WITH(rt::evaluate(other, {.saved_plan = "both.plan"}),
                    ContainsSubstring("keeps other values than this program"));
  CHECK_THROWS_AS(rt::save_plan("both.plan", gram, x), rt::Error);
}

TEST_CASE("a plan for another program, or for other sites, is refused with the difference") {
  const auto refusal = [](const auto& x) -> std::string {
    try {
      rt::evaluate(x, {.saved_plan = "regression.plan"});
    } catch (const rt::PlanMismatch& error) {
      CHECK(!rt::to_node(x)->evaluated());
      return error.what();
    }
    return "";
  };
  {
    auto context = rt::Context::loopback(4);
    rt::save_plan("regression.plan", regression());
    CHECK_THAT(refusal(regression(61)),
               ContainsSubstring("operator 0 is 'placed (60, 12) float64 stored split(i:4)', here "
                                 "it is 'placed (61, 12) float64 stored split(i:4)'"));
    CHECK_THAT(refusal(rt::exp(regression())), ContainsSubstring("operators; this one has"));
    CHECK_THAT(refusal(rt::with_plan(regression(), "one_site")),
               ContainsSubstring("pinned otherwise"));
    CHECK_THAT(refusal(column_sums()), ContainsSubstring("of another program"));
    CHECK(refusal(regression()).empty());
  }
  auto context = rt::Context::loopback(3);
  CHECK_THAT(refusal(regression()),
             ContainsSubstring("holds a plan for 4 sites; this context has 3"));
}

TEST_CASE("a damaged file is refused, wherever the damage is") {
  auto context = rt::Context::loopback(2);
  rt::save_plan("whole.plan", regression());
  const std::string whole = read("whole.plan");
  const auto x = regression();
  const auto refused = [&](const std::string& text) {
    write("damaged.plan", text);
    CHECK_THROWS_AS(rt::evaluate(x, {.saved_plan = "damaged.plan"}), rt::ParseError);
  };
  for (std::size_t at = 0; at < whole.size(); at += 7) {
    CAPTURE(at);
    std::string text = whole;
    text[at] = text[at] == '5' ? '6' : '5';
    refused(text);
    refused(whole.substr(0, at));
  }
  refused("");
  refused("P6 640 480 255");
  refused(whole + whole);
  CHECK_THROWS_AS(rt::evaluate(x, {.saved_plan = "absent.plan"}), rt::IoError);
  rt::evaluate(x, {.saved_plan = "whole.plan"});
}

TEST_CASE("what a text with a right hash says is read with care") {
  auto context = rt::Context::loopback(2);
  rt::save_plan("whole.plan", regression());
  const std::string whole = read("whole.plan");
  const auto load = [&](const std::string& what, const std::string& by) {
    std::string text = whole.substr(0, whole.rfind("end "));
    const auto at = text.find(what);
    REQUIRE(at != std::string::npos);
    text.replace(at, what.size(), by);
    return plan::load(text + plan::detail::end_of(text), "some file");
  };
  CHECK_NOTHROW(load("sites 2", "sites 2"));
  CHECK_THROWS_WITH(load("sites 2", "sites 0"),
                    ContainsSubstring("line 2: 0 is not between 1 and"));
  CHECK_THROWS_WITH(load("sites 2", "places 2"), ContainsSubstring("expected 'sites'"));
  CHECK_THROWS_WITH(load("\nvalues ", "\nvalues 99999"), ContainsSubstring("is not between 0 and"));
  CHECK_THROWS_WITH(load("\nvalue 0", "\nvalue 99"), ContainsSubstring("99 is not between 0 and"));
  CHECK_THROWS_WITH(load("0:30", "0;30"), ContainsSubstring("expected a box as 0:4,2:8"));
  CHECK_THROWS_WITH(load("0:30", "0:99999999999999999999"), ContainsSubstring("expected a box"));
  CHECK_THROWS_WITH(load("step stored", "step stolen"), ContainsSubstring("'stolen' is unknown"));
  CHECK_THROWS_WITH(load("\"optimal\"", "\"optimal"), ContainsSubstring("expected"));
}

TEST_CASE("what is stored in several boxes is not read as if it lay in one piece") {
  auto context = rt::Context::loopback(2);
  const auto x = stored(30, 12, rt::split(0));
  rt::save_plan("pieces.plan", rt::as_array(x(rt::slice(0, 28)) + x(rt::slice(2, 30))));
  std::string text = read("pieces.plan");
  text = text.substr(0, text.rfind("end "));
  const std::string words = "\nvalue 0 0 \"split(i:2)\" ";
  const auto at = text.find(words + "0");
  REQUIRE(at != std::string::npos);
  text[at + words.size()] = '1';
  write("pieces.plan", text + plan::detail::end_of(text));
  const auto y = rt::as_array(x(rt::slice(0, 28)) + x(rt::slice(2, 30)));
  CHECK_THROWS_WITH(rt::evaluate(y, {.saved_plan = "pieces.plan"}),
                    ContainsSubstring("its boxes are in one piece"));
}

TEST_CASE("names come back as they were, whatever is in them") {
  auto node = std::make_shared<rt::tra::Node>();
  node->name = "a \"b\\c\n\t\xFF\n";
  node->type = rt::tra::array_type(rt::element_type_of<double>(), {4});
  plan::Plan one;
  one.nodes = {node};
  one.values = {{0, {{{rt::Box::whole({4})}}, "in \"words\"\n"}, false}};
  one.steps.resize(1);
  one.steps[0].kind = plan::StepKind::stored;
  one.steps[0].node = one.steps[0].output = 0;
  one.results = {{0, 0}};
  one.planner = "by\\hand";
  one.price = 0.1;
  one.lower_bound = std::numeric_limits<double>::infinity();
  plan::SavedPlan saved = plan::load(plan::save(one), "memory");
  CHECK(saved.plan.planner == one.planner);
  CHECK(saved.plan.price == 0.1);
  CHECK(saved.plan.lower_bound == one.lower_bound);
  CHECK(saved.plan.values[0].placement.text == one.values[0].placement.text);
  CHECK_THAT(saved.marks[0].text, ContainsSubstring(node->name));
  saved.plan.nodes = one.nodes;
  CHECK(plan::save(saved.plan) == plan::save(one));
}

}  // namespace saved_plan_test
