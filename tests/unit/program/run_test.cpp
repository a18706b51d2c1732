// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/run_program.hpp"

#include <string>

#include <relatile/context/context.hpp>
#include <relatile/papers.hpp>
#include <relatile/planner/search/planners.hpp>

#include "support/catch.hpp"
#include "support/random_program.hpp"

namespace relatile::test::run_test {
namespace {

constexpr int most_sites = 9;

/// Both kinds of objective: a sum of seconds, for which idle sites may pay, and of bytes.
std::string objective_of(std::uint64_t seed) { return seed % 2 == 0 ? "time" : "bytes"; }

/// Programs take turns: each runs on every other number of sites, and on each of these as many of
/// either objective.
int first_sites_of(std::uint64_t seed) { return seed / 2 % 2 == 0 ? 1 : 2; }

TEST_CASE("random programs give what plain loops give, by the bytes that were predicted") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    for (int sites = first_sites_of(seed); sites <= most_sites; sites += 2) {
      check_program(seed, sites, "optimal", objective_of(seed));
    }
  }
}

TEST_CASE("the plans of every planner give what plain loops give") {
  // The planners take turns at each program: they follow the orders of contractions that the first
  // one searched for, which takes most of the time.
  for (std::uint64_t seed = 1000; seed < 1024; ++seed) {
    for (int sites = first_sites_of(seed); sites <= most_sites; sites += 2) {
      for (const auto& planner : planner::planners()) {
        if (planner.name == "exhaustive")
          continue;  // tries every plan, of which there are too many
        check_program(seed, sites, std::string(planner.name), objective_of(seed));
      }
    }
  }
}

TEST_CASE("a program whose lower bound closes while values are dropped is planned") {
  for (int sites = 2; sites <= 7; ++sites) check_program(2812, sites, "optimal", "bytes");
}

TEST_CASE("random programs keep within a cap on memory, or say what they need") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (int sites = first_sites_of(seed); sites <= 5; sites += 2) {
      const Context context = Context::loopback(sites);
      check_within_memory(random_program(seed, Sizes::small), seed);
    }
  }
}

}  // namespace
}  // namespace relatile::test::run_test
