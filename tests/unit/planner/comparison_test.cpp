// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
//
// All planners on random programs of 2 to 15 operators at 2 to 64 sites. A failure prints the seed;
// RELATILE_SEED=<seed> compares the planners on that program alone.
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "relatile/papers.hpp"
#include "relatile/plan/verify.hpp"
#include "relatile/planner/emit.hpp"
#include "relatile/planner/search/exhaustive.hpp"
#include "relatile/planner/search/planners.hpp"
#include "relatile/planner/space/objectives.hpp"
#include "relatile/program/print.hpp"
#include "support/catch.hpp"
#include "support/graphs.hpp"
#include "support/sketched_program.hpp"

namespace relatile::test::comparison_test {
namespace {

using planner::Assignment;
using planner::Problem;

/// The oracle's branches; a program that takes more counts as out of its reach.
constexpr std::int64_t most_steps = 20'000;
/// Plans for more sites are priced, but not written down.
constexpr int most_verified_sites = 8;

struct Tally {
  int programs = 0;
  int proved = 0;    ///< the optimum says it is one
  int finished = 0;  ///< the oracle could try everything
  int verified = 0;  ///< plans written down
};

/// Sums of the same seconds in another order.
Approx nearly(double value) { return Approx(value).epsilon(1e-9).margin(1e-300); }

/// The choice decides everything, and costs what it says.
void require_complete(const Problem& problem, const Assignment& assignment) {
  REQUIRE(assignment.candidate.size() == static_cast<std::size_t>(problem.size()));
  REQUIRE(assignment.option.size() == assignment.candidate.size());
  for (int n = 0; n < problem.size(); ++n) {
    const auto at = static_cast<std::size_t>(n);
    const auto& member = problem.member(n);
    REQUIRE(assignment.candidate[at] >= 0);
    if (member.chooses()) {
      REQUIRE(assignment.candidate[at] < static_cast<int>(member.space->candidates.size()));
    }
    REQUIRE(assignment.option[at] >= 0);
    if (member.supplier == n)
      REQUIRE(assignment.option[at] < problem.output_layouts(n).num_options());
  }
  REQUIRE(!assignment.price.is_impossible());
  REQUIRE(problem.price(assignment).cost == nearly(assignment.price.cost));
}

void compare(std::uint64_t seed, Tally& tally) {
  const program::Program program = random_program(seed, Sizes::big);
  const int sites = sites_of(seed);
  const std::string name = seed % 5 == 4 ? "time" : "bytes";
  const std::string text = program::to_text(program);
  CAPTURE(seed, sites, name, text);
  const auto objective = planner::objective_named(name, cost::Machine{});
  const auto roots = sketched(program, sites, *objective);
  const Problem problem(roots, sites, *objective);
  const Assignment best = planner::plan_by_name("optimal", problem);
  const auto oracle = planner::Exhaustive(problem, most_steps).solve();
  ++tally.programs;
  tally.proved += best.optimal ? 1 : 0;
  tally.finished += oracle ? 1 : 0;
  if (oracle) REQUIRE(best.price.cost == nearly(oracle->price.cost));
  for (const auto& planner : planner::planners()) {
    if (planner.name == "exhaustive") continue;
    CAPTURE(std::string(planner.name));
    const Assignment assignment = planner.name == "optimal" ? best : planner.plan(problem);
    require_complete(problem, assignment);
    REQUIRE(best.price.cost <= assignment.price.cost * (1 + 1e-9));
    REQUIRE(best.lower_bound <= assignment.price.cost * (1 + 1e-9));
    if (sites > most_verified_sites) continue;
    const plan::Plan plan =
        planner::Emitter(problem, assignment, plan::default_message_limit).emit(roots);
    plan::verify(plan);
    ++tally.verified;
    // Exchanges that turn out alike are run once.
    if (name == "bytes") {
      REQUIRE(static_cast<double>(plan.traffic().total().value) <= assignment.price.cost);
    }
  }
}

TEST_CASE("no planner beats the optimum, and trying everything finds nothing better") {
  Tally tally;
  if (const char* seed = std::getenv("RELATILE_SEED")) {
    compare(std::stoull(seed), tally);
    return;
  }
  for (std::uint64_t seed = 0; seed < 200; ++seed) compare(seed, tally);
  std::cout << tally.programs << " programs: " << tally.proved << " plans proved optimal, "
            << tally.finished << " confirmed by trying everything, " << tally.verified
            << " plans of all planners verified\n";
  CHECK(2 * tally.finished > tally.programs);
  CHECK(tally.proved >= tally.finished);
}

TEST_CASE("a copy of one part of an array is no place to read another part from") {
  for (int sites : {2, 3, 4}) {
    const auto x = graphs::input({1200, 600});
    std::vector<tra::NodePtr> roots;
    for (std::int64_t from : {0, 0, 300, 300}) {  // rows in common, and rows of their own
      const auto other = graphs::stored({600, 900}, {{sites, 1, 1}}, sites);
      roots.push_back(graphs::matmul(graphs::rows(x, from, 900), other));
    }
    const auto square = graphs::input({600, 600});
    for (int reader = 0; reader < 2; ++reader) {
      roots.push_back(graphs::einsum("ii,ij->ij", {square, graphs::input({600, 300})}));
      roots.push_back(graphs::sum(square, {reader}));
    }
    const auto fused = rules::fuse_maps(roots);
    for (auto& root : roots) root = fused.at(root.get());
    const planner::BytesObjective bytes;
    const planner::Problem problem(roots, sites, bytes);
    for (const auto& planner : planner::planners()) {
      if (planner.name == "exhaustive") continue;
      CAPTURE(sites, std::string(planner.name));
      const planner::Assignment assignment = planner.plan(problem);
      const plan::Plan plan = planner::Emitter(problem, assignment, 1 << 30).emit(roots);
      plan::verify(plan);
      CHECK(static_cast<double>(plan.traffic().total().value) <= assignment.price.cost);
    }
  }
}

}  // namespace
}  // namespace relatile::test::comparison_test
