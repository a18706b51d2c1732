// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <relatile/planner/plan_for.hpp>
#include <relatile/planner/plan_history.hpp>
#include <relatile/relatile.hpp>
#include <relatile/tra/graph.hpp>
#include <string>

#include "support/catch.hpp"
#include "support/dice.hpp"
#include "support/sliced_programs.hpp"
#include "support/traffic.hpp"

namespace plan_history_test {

namespace rt = relatile;
using How = rt::planner::PlanHistory::How;
using rt::test::Dice;
using rt::test::SlicedData;
using rt::test::SlicedProgram;

namespace {

constexpr std::int64_t last_begin = SlicedData::rows - 2 * SlicedData::batch;

std::int64_t count(How how) { return rt::Context::current().plan_history().count(how); }

/// How the plan was come by that `run()` runs, which is one.
template <class Run>
How how_of(Run&& run) {
  const std::int64_t known = count(How::known);
  const std::int64_t followed = count(How::followed);
  const std::int64_t searched = count(How::searched);
  run();
  REQUIRE(count(How::known) + count(How::followed) + count(How::searched) ==
          known + followed + searched + 1);
  if (count(How::known) > known) return How::known;
  return count(How::followed) > followed ? How::followed : How::searched;
}

struct Ran {
  How how;
  rt::engine::Report report;
};

/// Evaluates a program, and checks its values and its bytes.
Ran checked(const SlicedProgram& program, const SlicedData& data, std::int64_t i, std::int64_t j) {
  CAPTURE(program.name, i, j);
  const rt::Array<double, 2> result = program.make(data, i, j);
  const How how = how_of([&] { rt::evaluate(result); });
  CHECK(rt::to_vector(result) == program.plain(i, j));
  const rt::engine::Report& report = rt::report(result);
  rt::test::require_exact_traffic(report);
  return {how, report};
}

/// Where slices begin that follow each other in no order, and are never the same.
template <class Visit>
void for_each_begin(std::uint64_t seed, int rounds, Visit&& visit) {
  Dice dice(seed);
  for (int round = 0; round < rounds; ++round) {
    const std::int64_t i = dice.between(1, last_begin);
    visit(i, i == last_begin ? 1 : dice.between(i + 1, last_begin));
  }
}

}  // namespace

TEST_CASE("slices that begin elsewhere are not searched for, and compute and send what they say") {
  for (const int sites : {1, 2, 3, 4, 5, 8}) {
    for (const SlicedProgram& program : rt::test::sliced_programs()) {
      CAPTURE(sites, program.name);
      auto context = rt::Context::loopback(sites);
      const SlicedData data;
      int searched = 0;
      int followed = 0;
      for_each_begin(7, 40, [&](std::int64_t i, std::int64_t j) {
        const How how = checked(program, data, i, j).how;
        searched += how == How::searched ? 1 : 0;
        followed += how == How::followed ? 1 : 0;
      });
      // What another beginning makes much dearer is searched for, a few times at most.
      CHECK(searched >= 1);
      CHECK(searched <= (sites == 1 ? 1 : 6));
      CHECK(followed >= 30);
    }
  }
}

TEST_CASE("a followed choice is not called optimal, but on one site, and explain says so") {
  for (const int sites : {1, 4}) {
    CAPTURE(sites);
    auto context = rt::Context::loopback(sites);
    const SlicedData data;
    const SlicedProgram& program = rt::test::sliced_programs().front();
    const Ran first = checked(program, data, 3, 0);
    CHECK(first.how == How::searched);
    CHECK(first.report.plan.optimal);
    CHECK_FALSE(first.report.plan.chosen_for_other_slices);
    const auto result = program.make(data, 4, 0);
    const std::string planned = rt::explain(result);
    CHECK(how_of([&] { rt::evaluate(result); }) == How::followed);
    const rt::plan::Plan& plan = rt::report(result).plan;
    CHECK(plan.optimal == (sites == 1));
    CHECK(plan.chosen_for_other_slices == (sites > 1));
    const std::string words = "(heuristic in time, chosen for slices that begin elsewhere)";
    CHECK((planned.find(words) != std::string::npos) == (sites > 1));
    CHECK((rt::explain(result).find(words) != std::string::npos) == (sites > 1));
    CHECK((rt::explain(result, rt::as_json).find("\"chosen_for_other_slices\": true") !=
           std::string::npos) == (sites > 1));
    const Ran again = checked(program, data, 3, 0);  // runs by its own plan, as before
    CHECK(again.how == How::known);
    CHECK(again.report.plan.optimal);
  }
}

TEST_CASE("constants and seeds make no other program, other shapes, steps and equal slices do") {
  auto context = rt::Context::loopback(4);
  const SlicedData data;
  const auto how = [&](const rt::Array<double, 2>& array) {
    return how_of([&] { rt::evaluate(array); });
  };
  const auto& x = data.x;
  const auto rows = [&](std::int64_t low, std::int64_t high, std::int64_t step = 1) {
    return x(rt::slice(low, high, step), rt::all_of_axis);
  };
  CHECK(how(2.0 * rt::matmul(x, rt::transpose(x))) == How::searched);
  CHECK(how(3.0 * rt::matmul(x, rt::transpose(x))) == How::known);
  CHECK(how(rt::random::normal<double>({9, 4}) + 1.0) == How::searched);
  rt::random::seed(77);
  CHECK(how(rt::random::normal<double>({9, 4}) + 1.0) == How::known);
  CHECK(how(rt::matmul(rt::transpose(rows(3, 20)), rows(24, 41))) == How::searched);
  CHECK(how(rt::matmul(rt::transpose(rows(9, 26)), rows(20, 37))) == How::followed);
  CHECK(how(rt::matmul(rt::transpose(rows(9, 25)), rows(20, 36))) == How::searched);
  CHECK(how(rt::matmul(rt::transpose(rows(9, 43, 2)), rows(20, 37))) == How::searched);
  CHECK(how(rt::matmul(rt::transpose(rows(9, 26)), rows(9, 26))) == How::searched);
  CHECK(how(rt::matmul(rt::transpose(rows(0, 17)), rows(0, 17))) == How::followed);
}

TEST_CASE("choices are followed only where options say so, and only by programs of equal options") {
  auto context = rt::Context::loopback(4);
  const SlicedData data;
  const SlicedProgram& program = rt::test::sliced_programs().front();
  const auto num_searched = [&] {
    int searched = 0;
    for (const std::int64_t i : {3, 4, 5}) {
      searched += checked(program, data, i, 0).how == How::searched ? 1 : 0;
    }
    return searched;
  };
  context.plan_options().follow_known_choices = false;
  CHECK(num_searched() == 3);
  context.plan_options().follow_known_choices = true;
  CHECK(num_searched() == 1);
  context.plan_options().objective = "bytes";
  CHECK(num_searched() == 1);
  CHECK(checked(program, data, 6, 0).report.plan.objective == "bytes");
}

TEST_CASE("what explain asks for leaves no trace in what runs") {
  auto context = rt::Context::loopback(4);
  const SlicedData data;
  const SlicedProgram& program = rt::test::sliced_programs().front();
  rt::explain(program.make(data, 4, 0));
  CHECK(checked(program, data, 3, 0).how == How::searched);
  for (const std::int64_t i : {4, 5, 6}) rt::explain(program.make(data, i, 0));
  CHECK(checked(program, data, 4, 0).how == How::followed);
}

TEST_CASE("a followed plan costs at most a quarter more than the dearest that is cheapest") {
  for (const int sites : {2, 3, 4, 8}) {
    for (const SlicedProgram& program : rt::test::sliced_programs()) {
      if (program.name == "einsum of three") continue;  // is split before it is planned
      CAPTURE(sites, program.name);
      auto context = rt::Context::loopback(sites);
      context.plan_options().objective = "bytes";
      const SlicedData data;
      double dearest = 0;
      for_each_begin(5, 30, [&](std::int64_t i, std::int64_t j) {
        auto anew = context.plan_options();
        anew.follow_known_choices = false;
        const auto result = program.make(data, i, j);
        dearest = std::max(
            dearest, rt::planner::plan_for({result.node()}, {result.node()}, sites, anew).price);
      });
      std::size_t searched = 0;
      for_each_begin(5, 30, [&](std::int64_t i, std::int64_t j) {
        const auto [how, report] = checked(program, data, i, j);
        searched += how == How::searched ? 1 : 0;
        if (searched >= rt::planner::PlanHistory::most_choices) return;
        CHECK(report.plan.price <= rt::planner::PlanHistory::most_above_known * dearest);
      });
    }
  }
}

TEST_CASE("a followed plan keeps within a cap on memory") {
  auto context = rt::Context::loopback(3);
  const SlicedData data;
  for (const SlicedProgram& program : rt::test::sliced_programs()) {
    const std::int64_t free = [&] {
      context.plan_options().memory_per_rank = std::int64_t(1) << 30;
      return checked(program, data, 3, 9).report.plan.peak_memory.value;
    }();
    for (const std::int64_t cap : {free, free + 64}) {
      context.plan_options().memory_per_rank = cap;
      for_each_begin(3, 20, [&](std::int64_t i, std::int64_t j) {
        try {
          const auto report = checked(program, data, i, j).report;
          CHECK(report.plan.peak_memory.value <= cap);
          CHECK(report.peak_bytes <= cap);
        } catch (const rt::OutOfMemory&) {
          // As without a choice to follow.
          context.plan_options().follow_known_choices = false;
          CHECK_THROWS_AS(rt::evaluate(program.make(data, i, j)), rt::OutOfMemory);
          context.plan_options().follow_known_choices = true;
        }
      });
    }
  }
}

TEST_CASE("a history forgets the form that ran longest ago, and old slices of one form") {
  auto context = rt::Context::loopback(2);
  const SlicedData data;
  rt::planner::PlanHistory history(2);
  const rt::planner::PlanOptions options;
  const auto how = [&](std::int64_t rows, std::int64_t begin) {
    const auto node =
        rt::as_array(data.x(rt::slice(begin, begin + rows), rt::all_of_axis) * 2.0).node();
    const auto graph = rt::tra::topological_order({node});
    const auto key = rt::planner::plan_key(graph, {int(graph.size()) - 1}, 2, 1 << 30);
    const auto found = history.plan(key, options, graph, {node}, 1 << 30, [&] {
      return std::make_shared<const rt::planner::KnownPlan>(
          rt::planner::search_plan({node}, {node}, 2, options, 1 << 30), graph);
    });
    history.remember(key, options, found);
    return found.how;
  };
  CHECK(how(7, 1) == How::searched);
  CHECK(how(7, 1) == How::known);
  for (std::int64_t begin = 2; begin < 9; ++begin) CHECK(how(7, begin) == How::followed);
  CHECK(how(7, 8) == How::known);
  CHECK(how(7, 1) == How::followed);
  CHECK(how(8, 1) == How::searched);
  CHECK(how(7, 1) == How::known);
  CHECK(how(9, 1) == How::searched);  // in place of those of eight rows
  CHECK(how(7, 2) == How::followed);
  CHECK(how(8, 2) == How::searched);
}

}  // namespace plan_history_test
