// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include <relatile/papers.hpp>
#include <relatile/planner/emit.hpp>
#include <relatile/planner/outline_cost.hpp>
#include <relatile/planner/search/optimal.hpp>
#include <relatile/planner/search/planners.hpp>
#include <relatile/planner/space/time_objective.hpp>
#include <relatile/relatile.hpp>
#include <relatile/schedule/peak_memory.hpp>

#include "support/catch.hpp"
#include "support/dice.hpp"
#include "support/sketched_program.hpp"
#include "support/stored.hpp"

namespace outline_test {

using namespace relatile;

TEST_CASE("an outline counts what the plan that is written out counts") {
  const planner::BytesObjective bytes;
  double above = 0;
  double below = 0;
  int programs = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const int sites = test::sites_of(seed);
    const auto roots = test::sketched(test::random_program(seed, test::Sizes::big), sites, bytes);
    const planner::Problem problem(roots, sites, bytes);
    for (const char* name : {"spartan", "replicate", "tra"}) {
      const planner::Assignment assignment = planner::plan_by_name(name, problem);
      const plan::Plan plan =
          planner::Emitter(problem, assignment, plan::default_message_limit).emit(roots);
      const planner::Outline outline = planner::Outliner(problem, assignment).outline(roots);
      const auto costs = planner::outline_costs(problem, outline);
      CAPTURE(seed, sites, name);
      REQUIRE(costs.size() == plan.steps.size());
      for (std::size_t s = 0; s < costs.size(); ++s) {
        std::int64_t flops = 0;
        for (const auto site : *plan.steps[s].flops) flops += site.value;
        CHECK(costs[s].flops == flops);
        if (plan.steps[s].kind != plan::StepKind::exchange) continue;
        CHECK(costs[s].bytes == plan.steps[s].traffic->total().value);
      }
      // A few numbers take as much memory as their alignment.
      if (schedule::plan_peak(plan).peak.total() < 1 << 16) continue;
      const auto exact = static_cast<double>(schedule::plan_peak(plan).peak.total());
      const auto about = static_cast<double>(planner::outline_peak(problem, outline, costs));
      above = std::max(above, about / exact);
      below = std::max(below, exact / about);
      ++programs;
    }
  }
  CAPTURE(above, below, programs);
  CHECK(programs > 120);
  CHECK(above < 1.5);
  CHECK(below < 1.5);
}

namespace {

using Matrix = Array<double, 2>;

/// Two to five operators that read x, most of them, and each other.
std::vector<tra::NodePtr> readers_of(const Matrix& x, const Matrix& y, test::Dice& dice) {
  const std::vector<std::function<Matrix(const Matrix&, const Matrix&)>> operators{
      [](const Matrix& v, const Matrix& w) { return Matrix(matmul(v, w)); },
      [](const Matrix& v, const Matrix& w) { return Matrix(matmul(transpose(v), w)); },
      [](const Matrix& v, const Matrix&) { return Matrix(matmul(v, transpose(v))); },
      [](const Matrix& v, const Matrix& w) { return Matrix(matmul(w, v)); },
      [](const Matrix& v, const Matrix& w) { return Matrix(relatile::exp(transpose(v)) + w); },
      [](const Matrix& v, const Matrix& w) { return Matrix(flip(v, 0) + w); },
      [](const Matrix& v, const Matrix& w) { return Matrix(v + sum(w, 0)); }};
  std::vector<Matrix> values{x};
  std::vector<tra::NodePtr> roots;
  for (auto left = dice.between(2, 5); left > 0; --left) {
    const Matrix& v = dice.percent(60) ? x : dice.one_of(values);
    const Matrix& w = dice.percent(50) ? y : dice.one_of(values);
    const Matrix made = dice.one_of(operators)(v, w);
    values.push_back(made);
    roots.push_back(made.node());
  }
  return roots;
}

}  // namespace

TEST_CASE("what is brought for several operators is read by several") {
  const planner::TimeObjective time{cost::Machine{}};
  int joint = 0;
  for (std::uint64_t seed = 0; seed < 800; ++seed) {
    test::Dice dice(seed);
    const int sites = static_cast<int>(dice.between(4, 8));
    const std::int64_t extent = dice.between(6, 80);
    auto context = Context::loopback(sites);
    const Matrix x = test::stored(extent, extent, split(dice.percent(50) ? 0 : 1));
    const Matrix y = test::stored(extent, extent, split(0));
    const auto roots = readers_of(x, y, dice);
    const planner::Problem problem(roots, sites, time);
    const planner::Assignment assignment = planner::plan_optimal(problem);
    const planner::Outline outline = planner::Outliner(problem, assignment).outline(roots);
    for (int v = 0; v < static_cast<int>(outline.values.size()); ++v) {
      if (!outline.value(v).is_joint) continue;
      const auto readers =
          std::count_if(outline.steps.begin(), outline.steps.end(), [&](const auto& step) {
            return std::find(step.inputs.begin(), step.inputs.end(), v) != step.inputs.end();
          });
      CAPTURE(seed, sites, extent);
      CHECK(readers > 1);
      ++joint;
    }
  }
  CHECK(joint > 10);
}

}  // namespace outline_test
