// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>

#include <relatile/planner/outline_cost.hpp>
#include <relatile/planner/search/optimal.hpp>
#include <relatile/planner/space/time_objective.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace scaling_test {

// The programs of benchmarks/scaling.py, planned for more sites than any test can run on.

using namespace relatile::planner;
using graphs::NodePtr;

namespace {

const TimeObjective seconds{relatile::cost::Machine{}};

relatile::cost::Machine on_one_node() {
  relatile::cost::Machine machine;
  machine.nodes = 1;
  machine.ranks_per_node = 4096;
  return machine;
}
const TimeObjective seconds_on_one_node{on_one_node()};

struct Planned {
  std::int64_t moved = 0;    ///< bytes, of operands
  std::int64_t reduced = 0;  ///< bytes, of contributions to the result
  std::int64_t working = 0;
};

Planned planned(const NodePtr& result, int sites, const Objective& objective = seconds) {
  const Problem problem({result}, sites, objective);
  const Assignment assignment = plan_optimal(problem);
  const Outline outline = Outliner(problem, assignment).outline({result});
  const auto costs = outline_costs(problem, outline);
  Planned sums;
  for (std::size_t s = 0; s < outline.steps.size(); ++s) {
    (outline.steps[s].reduces ? sums.reduced : sums.moved) += costs[s].bytes;
  }
  const int n = problem.index_of(*result);
  sums.working =
      problem.candidate(n, assignment.candidate[static_cast<std::size_t>(n)]).layout.num_working();
  return sums;
}

/// What the best grid of equal parts moves of a product of n x n matrices.
std::int64_t bytes_of_best_grid(std::int64_t n, std::int64_t sites) {
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t rows = 1; rows <= sites; rows *= 2) {
    for (std::int64_t columns = 1; rows * columns <= sites; columns *= 2) {
      const std::int64_t inner = sites / rows / columns;
      fewest = std::min(fewest, 8 * n * n * (rows + columns + inner - 3));
    }
  }
  return fewest;
}

}  // namespace

TEST_CASE("a product on thousands of sites moves about what the best grid does") {
  CHECK(bytes_of_best_grid(4096, 4096) == 6'039'797'760);
  for (int sites : {64, 256, 1024, 4096}) {
    const NodePtr product =
        graphs::matmul(graphs::input({4096, 4096}), graphs::input({4096, 4096}));
    const auto best = static_cast<double>(bytes_of_best_grid(4096, sites));
    for (const Objective* objective : {&seconds, &seconds_on_one_node}) {
      const Planned plan = planned(product, sites, *objective);
      CAPTURE(sites, plan.moved, plan.reduced, best);
      CHECK(static_cast<double>(plan.moved + plan.reduced) <= 1.25 * best);
      CHECK(plan.working == sites);
    }
  }
}

TEST_CASE("a Gram matrix on a thousand sites moves its sums only, whatever divides the rows") {
  for (std::int64_t rows : {1'000'000, 1'000'003}) {
    for (int sites : {64, 256, 1024}) {
      const NodePtr x = graphs::input({rows, 64});
      const Planned plan = planned(graphs::einsum("ki,kj->ij", {x, x}), sites);
      CAPTURE(rows, sites);
      CHECK(plan.moved == 0);
      // Fewer sites send less, so that under bytes some idle; no more than balance allows.
      CHECK(plan.reduced == std::int64_t(plan.working - 1) * 64 * 64 * 8);
      CHECK(plan.working * 4 >= sites * 3);
    }
  }
}

TEST_CASE("contributions of many sites are summed in stages") {
  const NodePtr x = graphs::input({1 << 20, 64});
  const NodePtr gram = graphs::einsum("ki,kj->ij", {x, x});
  for (const auto& [sites, stages, partners] :
       {std::tuple{16, 1, 15}, {64, 2, 7 + 7}, {256, 2, 15 + 15}, {1024, 3, 15 + 7 + 7}}) {
    const Problem problem({gram}, sites, seconds);
    Assignment assignment = plan_optimal(problem);
    const int n = problem.index_of(*gram);
    // Some counts of sites come together by fewer messages; here it is all of them.
    int& c = assignment.candidate[static_cast<std::size_t>(n)];
    for (c = 0;
         problem.candidate(n, c).layout.text(gram->label_names) != "k:" + std::to_string(sites);) {
      ++c;
    }
    const Candidate& chosen = problem.candidate(n, c);
    const Outline outline = Outliner(problem, assignment).outline({gram});
    int reductions = 0;
    for (const auto& step : outline.steps) reductions += step.reduces ? 1 : 0;
    CAPTURE(sites, chosen.layout.text(gram->label_names));
    CHECK(reductions == stages);
    CHECK(chosen.reduction.partners == partners);
    CHECK(chosen.reduction.bytes == std::int64_t(sites - 1) * 64 * 64 * 8);
  }
}

}  // namespace scaling_test
