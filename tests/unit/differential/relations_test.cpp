// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
//
// Random programs of relations and users' kernels, by every planner, on 1 to 9 sites, against
// reference/. A failure prints the seed; RELATILE_SEED=<seed> runs that program alone, with all
// data, on all site counts, by all planners, for all objectives.
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include <relatile/context/context.hpp>
#include <relatile/papers.hpp>
#include <relatile/planner/search/planners.hpp>
#include <relatile/planner/space/objectives.hpp>

#include "support/catch.hpp"
#include "support/run_relations.hpp"

namespace relatile::test::relations_test {
namespace {

constexpr int most_sites = 9;

const std::vector<std::string>& all_planners() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto& planner : planner::planners()) all.emplace_back(planner.name);
    return all;
  }();
  return names;
}
/// Those that plan any program: one that tries everything does so on few sites only.
std::vector<std::string> planners_for(int sites) {
  std::vector<std::string> names;
  for (const auto& name : all_planners()) {
    if (name != "exhaustive" || sites <= 3) names.push_back(name);
  }
  return names;
}

/// Mostly seconds and bytes, and now and then what a paper counts.
std::string objective_of(std::uint64_t seed) {
  if (seed % 4 < 3) return seed % 2 == 0 ? "time" : "bytes";
  return std::string(planner::objectives()[seed / 4 % planner::objectives().size()].name);
}

void check_all(Data data, std::uint64_t first, std::uint64_t count, RelationTally& tally) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const auto program = relation_program(data, seed);
    for (int sites = 1; sites <= most_sites; ++sites) {
      const Context context = Context::loopback(sites);
      program->check(planners_for(sites), objective_of(seed), tally);
    }
  }
}

void print(const char* what, const RelationTally& tally) {
  std::cout << what << ": " << tally.plans << " plans of " << tally.operators << " operators, "
            << tally.moving << " of them sent " << tally.bytes << " bytes, " << tally.values
            << " relations compared, " << tally.refused << " refused by exhaustive\n";
}

void replay(std::uint64_t seed) {
  RelationTally tally;
  for (const Data data : all_data) {
    const auto program = relation_program(data, seed);
    for (int sites = 1; sites <= most_sites; ++sites) {
      const Context context = Context::loopback(sites);
      for (const auto& objective : planner::objectives()) {
        program->check(planners_for(sites), std::string(objective.name), tally);
      }
    }
  }
  print("replayed", tally);
}

TEST_CASE("random programs of relations give what the reference gives, by every planner") {
  if (const char* seed = std::getenv("RELATILE_SEED")) return replay(std::stoull(seed));
  RelationTally whole;
  check_all(Data::whole_doubles, 0, 60, whole);
  print("whole doubles", whole);
  CHECK(whole.plans > 7000);
  CHECK(whole.moving > whole.plans / 4);
  RelationTally real;
  check_all(Data::real_doubles, 1000, 30, real);
  print("real doubles", real);
  CHECK(real.moving > real.plans / 4);
  for (const Data data : {Data::whole_floats, Data::real_floats, Data::ints, Data::whole_complex}) {
    RelationTally tally;
    check_all(data, 2000 + 100 * static_cast<std::uint64_t>(data), 8, tally);
    print("other data", tally);
    CHECK(tally.moving > tally.plans / 8);
  }
}

}  // namespace
}  // namespace relatile::test::relations_test
