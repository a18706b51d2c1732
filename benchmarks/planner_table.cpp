// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
//
// How often, and by how much, each planner misses the cheapest plan of random programs: a table in
// Markdown. Arguments: the first seed, how many, and the objective, as in `planner_table 0 500
// bytes`.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <relatile/planner/objectives.hpp>
#include <relatile/planner/planners.hpp>

#include "support/sketched_program.hpp"

namespace {

using namespace relatile;

/// What is known of one planner; ratios are costs over the optimum's, where that is not 0.
struct Row {
  int found = 0;
  int compared = 0;
  double log_sum = 0;
  double worst = 1;
  int not_free = 0;  ///< of the programs whose optimum costs nothing
  double seconds = 0;

  void add(double cost, double optimum) {
    const bool best = cost <= optimum * (1 + 1e-9);
    found += best ? 1 : 0;
    if (optimum == 0) {
      not_free += best ? 0 : 1;
      return;
    }
    ++compared;
    log_sum += std::log(cost / optimum);
    worst = std::max(worst, cost / optimum);
  }
};

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void print(const std::map<std::string, Row>& rows, int programs, int free, int skipped) {
  std::cout
      << programs << " programs with a plan that is proved optimal, " << free
      << " of which cost nothing; " << skipped << " without such a proof left out\n\n"
      << "| planner | finds the optimum | mean ratio | worst ratio | pays where 0 is possible "
         "| planning, ms |\n|---|---|---|---|---|---|\n";
  for (const auto& planner : planner::planners()) {
    const auto row = rows.find(std::string(planner.name));
    if (row == rows.end()) continue;
    const Row& r = row->second;
    std::cout << std::fixed << std::setprecision(1) << "| " << planner.name << " | "
              << 100.0 * r.found / std::max(programs, 1) << " % | " << std::setprecision(2)
              << std::exp(r.log_sum / std::max(r.compared, 1)) << " | " << std::setprecision(1)
              << r.worst << " | " << r.not_free << " of " << free << " | " << std::setprecision(2)
              << 1e3 * r.seconds / std::max(programs, 1) << " |\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t first = argc > 1 ? std::stoull(argv[1]) : 0;
  const std::uint64_t count = argc > 2 ? std::stoull(argv[2]) : 500;
  const auto objective = planner::objective_named(argc > 3 ? argv[3] : "bytes", cost::Machine{});
  std::map<std::string, Row> rows;
  int programs = 0;
  int free = 0;
  int skipped = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const int sites = test::sites_of(seed);
    const auto roots =
        test::sketched(test::random_program(seed, test::Sizes::big), sites, *objective);
    const planner::Problem problem(roots, sites, *objective);
    double start = now();
    const planner::Choice best = planner::plan_by_name("optimal", problem);
    const double seconds = now() - start;
    if (!best.optimal) {
      ++skipped;
      continue;
    }
    ++programs;
    free += best.price.cost == 0 ? 1 : 0;
    rows["optimal"].add(best.price.cost, best.price.cost);
    rows["optimal"].seconds += seconds;
    for (const auto& planner : planner::heuristics()) {
      start = now();
      const planner::Choice choice = planner.plan(problem);
      Row& row = rows[std::string(planner.name)];
      row.seconds += now() - start;
      row.add(choice.price.cost, best.price.cost);
    }
  }
  print(rows, programs, free, skipped);
}
