// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <string>
#include <vector>

#include <relatile/papers.hpp>
#include <relatile/papers/nums22/objective.hpp>
#include <relatile/plan/verify.hpp>
#include <relatile/planner/emit.hpp>
#include <relatile/planner/search/best_plan.hpp>
#include <relatile/planner/search/planners.hpp>
#include <relatile/planner/space/objectives.hpp>

#include "support/catch.hpp"
#include "support/programs_to_plan.hpp"

namespace planners_test {

using namespace relatile::planner;
using graphs::NodePtr;

namespace {

const BytesObjective bytes;

/// The price of a choice, which must be a plan that could run and a price that is the choice's.
double checked(const Problem& problem, const Assignment& assignment,
               const std::vector<NodePtr>& roots) {
  CHECK(problem.price(assignment).cost == assignment.price.cost);
  const auto plan = Emitter(problem, assignment, 1 << 30).emit(roots);
  relatile::plan::verify(plan);
  CHECK(plan.results.size() == roots.size());
  return assignment.price.cost;
}

}  // namespace

TEST_CASE(
    "every planner plans every program on any number of sites, none better than the optimum") {
  for (int sites = 1; sites <= 9; ++sites) {
    for (const auto& [text, roots] : graphs::examples(sites)) {
      const Problem problem(roots, sites, bytes);
      const Assignment best = best_plan(problem);
      CAPTURE(text, sites);
      CHECK(best.optimal);
      const double least = checked(problem, best, roots);
      for (const Planner& planner : planners()) {
        if (planner.name == "exhaustive") continue;
        CAPTURE(sites, text, std::string(planner.name));
        const Assignment assignment = planner.plan(problem);
        CHECK(assignment.planner == planner.name);
        CHECK(checked(problem, assignment, roots) >= least);
        CHECK(planner.plan(problem).candidate == assignment.candidate);
      }
    }
  }
}

TEST_CASE("under every objective no planner is better than the optimum") {
  for (const auto& [name, make] : objectives()) {
    const auto objective = make({});
    for (int sites : {3, 4}) {
      for (const auto& [text, roots] : graphs::examples(sites)) {
        const Problem problem(roots, sites, *objective);
        const Assignment best = best_plan(problem);
        CHECK(best.optimal == objective->additive());
        for (const Planner& planner : planners()) {
          if (planner.name == "exhaustive") continue;
          CAPTURE(sites, text, std::string(planner.name), std::string(name));
          CHECK(planner.plan(problem).price.cost >= best.price.cost * (1 - 1e-12));
        }
      }
    }
  }
}

TEST_CASE("planners are found by name, others are refused with all names") {
  const NodePtr product = graphs::matmul(graphs::input({60, 50}), graphs::input({50, 40}));
  const Problem problem({product}, 4, bytes);
  for (const Planner& planner : planners()) {
    CHECK(!planner.description.empty());
    CHECK(plan_by_name(planner.name, problem).planner == planner.name);
  }
  CHECK_THROWS_WITH(plan_by_name("magic", problem),
                    Catch::Matchers::ContainsSubstring("no planner called 'magic'") &&
                        Catch::Matchers::ContainsSubstring("optimal, exhaustive, broadcast_left"));
  const relatile::papers::LshsObjective loads;
  CHECK_THROWS_AS(plan_by_name("exhaustive", Problem({product}, 4, loads)),
                  relatile::LimitExceeded);
}

}  // namespace planners_test
