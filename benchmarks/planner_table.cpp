// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
//
// How often, and by how much, each planner misses the cheapest plan of random programs: a table in
// Markdown. Arguments: the first seed, how many, and the objective, as in `planner_table 0 500
// bytes`.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <relatile/papers.hpp>
#include <relatile/papers/spartan15/planner.hpp>
#include <relatile/papers/spartan15/tilings.hpp>
#include <relatile/planner/search/planners.hpp>
#include <relatile/planner/space/objectives.hpp>

#include "support/sketched_program.hpp"

namespace {

using namespace relatile;

/// What is known of one planner; ratios are costs over the optimum's, where that is not 0.
struct Row {
  int found = 0;
  int not_free = 0;  ///< of the programs whose optimum costs nothing
  std::vector<double> ratios;
  double seconds = 0;

  void add(double cost, double optimum) {
    const bool best = cost <= optimum * (1 + 1e-9);
    found += best ? 1 : 0;
    if (optimum > 0) {
      ratios.push_back(best ? 1 : cost / optimum);
    } else {
      not_free += best ? 0 : 1;
    }
  }
  /// The ratio that `share` of the programs keep within: 0.5 is the median.
  double within(double share) {
    if (ratios.empty()) return 1;
    std::sort(ratios.begin(), ratios.end());
    return ratios[static_cast<std::size_t>(share * static_cast<double>(ratios.size() - 1))];
  }
};

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string ratio_text(double ratio) {
  std::ostringstream text;
  if (ratio < 1000) {
    text << std::fixed << std::setprecision(2) << ratio;
  } else {
    text << std::scientific << std::setprecision(0) << ratio;
  }
  return text.str();
}

void print(std::map<std::string, Row>& rows, int programs, int free, int skipped) {
  std::cout << programs << " programs with a plan that is proved optimal, " << free
            << " of which cost nothing; " << skipped << " without such a proof left out\n\n"
            << "| planner | finds the optimum | median ratio | 3 of 4 within | 9 of 10 within | "
               "pays where 0 is possible | planning, ms |\n|---|---|---|---|---|---|---|\n";
  for (const auto& planner : planner::planners()) {
    const auto row = rows.find(std::string(planner.name));
    if (row == rows.end()) continue;
    Row& r = row->second;
    std::cout << "| " << planner.name << " | " << std::fixed << std::setprecision(1)
              << 100.0 * r.found / std::max(programs, 1) << " % | " << ratio_text(r.within(0.5))
              << " | " << ratio_text(r.within(0.75)) << " | " << ratio_text(r.within(0.9)) << " | "
              << r.not_free << " of " << free << " | " << std::fixed << std::setprecision(2)
              << 1e3 * r.seconds / std::max(programs, 1) << " |\n";
  }
}

// ---- Spartan in its own space -----------------------------------------------------------------

/// What is left of `problem` for Spartan's search, which tiles every array by rows, columns or
/// blocks: the candidates of those tilings.
planner::Problem only_tilings(const std::vector<tra::NodePtr>& roots, int sites,
                              const planner::Objective& objective) {
  const auto shared = std::make_shared<planner::SharedSpaces>();
  const planner::Problem whole(roots, sites, objective, shared);
  std::map<const planner::NodeSpace*, std::shared_ptr<const planner::NodeSpace>> narrow;
  for (int n = 0; n < whole.size(); ++n) {
    const planner::Member& member = whole.member(n);
    if (!member.space || narrow.count(member.space.get()) > 0) continue;
    planner::NodeSpace space = *member.space;
    const auto ways = papers::spartan15::ways_of(whole, n);
    if (member.role == planner::Role::computed) {
      space.candidates.clear();
      for (const auto& way : ways) {
        space.candidates.push_back(whole.candidate(n, way.candidate));
      }
    } else if (member.role == planner::Role::free) {
      space.states.clear();
      for (const auto& way : ways) {
        space.states.push_back(whole.output_layouts(n).states[static_cast<std::size_t>(way.state)]);
      }
    }
    narrow[member.space.get()] = std::make_shared<const planner::NodeSpace>(std::move(space));
  }
  for (auto& [key, space] : shared->spaces) space = narrow.at(space.get());
  shared->output_layouts.clear();
  return planner::Problem(roots, sites, objective, shared);
}

/// How often Spartan's search finds the best of its own tilings, by its own profiles of costs: the
/// paper counts 95 of 100 random programs (3.4).
void print_spartan(std::uint64_t first, std::uint64_t count) {
  const papers::SpartanObjective profiles;
  int found = 0;
  int programs = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const int sites = test::sites_of(seed);
    const auto roots =
        test::sketched(test::random_program(seed, test::Sizes::big), sites, profiles);
    const planner::Problem problem = only_tilings(roots, sites, profiles);
    const planner::Assignment best = planner::plan_by_name("optimal", problem);
    if (!best.optimal) continue;
    ++programs;
    found += papers::plan_spartan(problem).price.cost <= best.price.cost * (1 + 1e-9) ? 1 : 0;
  }
  std::cout << "\nspartan finds the best of its own tilings, by its own profiles of costs, in "
            << found << " of " << programs << " programs\n";
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
    const planner::Assignment best = planner::plan_by_name("optimal", problem);
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
      const planner::Assignment assignment = planner.plan(problem);
      Row& row = rows[std::string(planner.name)];
      row.seconds += now() - start;
      row.add(assignment.price.cost, best.price.cost);
    }
  }
  print(rows, programs, free, skipped);
  print_spartan(first, count);
}
