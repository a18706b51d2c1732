// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/papers.hpp>
#include <relatile/planner/emit.hpp>
#include <relatile/planner/outline_cost.hpp>
#include <relatile/planner/search/planners.hpp>
#include <relatile/schedule/peak_memory.hpp>

#include "support/catch.hpp"
#include "support/sketched_program.hpp"

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

}  // namespace outline_test
