// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <random>
#include <vector>

#include <relatile/papers.hpp>
#include <relatile/planner/search/best_plan.hpp>
#include <relatile/planner/search/by_rule/fixed_tilings.hpp>
#include <relatile/planner/search/planners.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace local_search_test {

using namespace relatile::planner;
using graphs::NodePtr;

namespace {

const BytesObjective bytes;

/// Square matrices, each made from any two before it: as entangled as programs get.
std::vector<NodePtr> entangled(std::uint64_t seed, int operators) {
  std::mt19937_64 random(seed);
  const auto die = [&](std::size_t sides) { return static_cast<std::size_t>(random() % sides); };
  std::vector<NodePtr> made{graphs::input({120, 120}), graphs::input({120, 120})};
  for (int i = 0; i < operators; ++i) {
    const NodePtr a = made[die(made.size())];
    const NodePtr b = made[die(made.size())];
    switch (die(4)) {
      case 0: made.push_back(graphs::matmul(a, b)); break;
      case 1: made.push_back(graphs::einsum("ij,kj->ik", {a, b})); break;
      case 2: made.push_back(graphs::einsum("ij,ji->ij", {a, b})); break;
      default: made.push_back(graphs::elementwise({a, b})); break;
    }
  }
  std::vector<NodePtr> roots;
  for (const auto& node : made) {
    if (!node->inputs.empty()) roots.push_back(node);
  }
  return roots;
}

const Effort hardly_any{64, 2000};
const Patience patient{{4096, 1e6}, 24, 6};

}  // namespace

TEST_CASE(
    "what can't be planned exactly is planned about as well, and never worse than by others") {
  int optimal = 0;
  int programs = 0;
  int unproved = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    for (int sites : {3, 4}) {
      const Problem problem(entangled(seed, 6), sites, bytes);
      const Assignment exact = best_plan(problem);
      if (!exact.optimal) continue;
      const Assignment found = best_plan(problem, hardly_any, patient);
      // With so little effort a plan counts as proved only where a lower bound happens to meet it.
      CHECK((!found.optimal || found.price.cost == exact.price.cost));
      unproved += found.optimal ? 0 : 1;
      CHECK(found.price.cost >= exact.price.cost);
      CHECK(found.lower_bound <= exact.price.cost);
      for (const Planner& planner : planners()) {
        if (planner.name == "exhaustive") continue;
        CHECK(found.price.cost <= planner.plan(problem).price.cost);
      }
      ++programs;
      optimal += found.price.cost == exact.price.cost ? 1 : 0;
    }
  }
  CAPTURE(optimal, unproved, programs);
  CHECK(programs >= 12);
  CHECK(2 * unproved >= programs);
  CHECK(10 * optimal >= 8 * programs);
}

TEST_CASE("a search from one bad seed gets better, and is the optimum where it may look at all") {
  int better = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Problem problem(entangled(seed, 6), 4, bytes);
    FactorTables tables(problem);
    FactoredProblem factors(problem, tables);
    const auto exact = factors.solve({});
    if (!exact) continue;
    const std::vector<int> bad = factors.values_of(plan_column(problem));
    const auto found = LocalSearch(factors, patient).improve({bad});
    CHECK(!(factors.price_of(bad) < factors.price_of(found)));
    CHECK(found == LocalSearch(factors, patient).improve({bad}));
    better += factors.price_of(found) < factors.price_of(bad) ? 1 : 0;
    const auto all = LocalSearch(factors, {{1e9, 1e9}, 2, 1}).improve({bad});
    CHECK(factors.price_of(all).cost == exact->price.cost);
  }
  CHECK(better >= 4);
}

TEST_CASE("a cut set leaves an elimination whose tables are no wider than allowed") {
  // Six variables of ten values, all of them in tables with each other.
  std::vector<std::vector<int>> values(6, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  std::vector<std::pair<int, int>> pairs;
  for (int a = 0; a < 6; ++a) {
    for (int b = 0; b < a; ++b) pairs.emplace_back(a, b);
  }
  std::vector<int> times(6, 0);
  CHECK(CutSet(values, pairs, 1e5, times).kept().empty());
  CHECK(CutSet(values, pairs, 1e4, times).kept().size() == 1);
  CHECK(CutSet(values, pairs, 100, times).kept().size() == 3);
  // In turn, those that were kept least often.
  times = {1, 1, 1, 0, 0, 0};
  auto kept = CutSet(values, pairs, 100, times).kept();
  std::sort(kept.begin(), kept.end());
  CHECK(kept == std::vector<int>{3, 4, 5});
}

}  // namespace local_search_test
