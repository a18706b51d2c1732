// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
//
// A sample of what tests/unit/program/run_test.cpp and tests/unit/differential do in one process.
// RELATILE_SEED=<seed> runs the relations of that seed alone, with all data.
#include <cstdlib>
#include <string>
#include <vector>

#include <relatile/context/context.hpp>
#include <relatile/core/buffer_pool.hpp>
#include <relatile/papers.hpp>
#include <relatile/passes/passes.hpp>

#include "support/catch.hpp"
#include "support/random_program.hpp"
#include "support/run_program.hpp"
#include "support/run_relations.hpp"
#include "support/slow_network.hpp"

namespace random_programs_test {

TEST_CASE("random programs give what plain loops give, on all ranks") {
  using namespace relatile::test;
  relatile::Context context(MPI_COMM_WORLD);
  const std::vector<std::vector<std::string>> disabled{{},
                                                       {"merge_equal"},
                                                       {"push_views"},
                                                       {"fuse_maps"},
                                                       {"merge_equal", "push_views", "fuse_maps"}};
  for (std::uint64_t seed = 1000; seed < 1060; ++seed) {
    context.plan_options().disabled_rules = disabled[seed % disabled.size()];
    check_program(random_program(seed, Sizes::small), seed);
  }
}

TEST_CASE("random programs give what plain loops give where ranks read each other's memory") {
  using namespace relatile::test;
  relatile::buffer_pool().keep_from(1);  // others find all of it
  relatile::Context context(MPI_COMM_WORLD);
  context.plan_options().hosts.in_place_bytes = 1;
  std::vector<std::vector<std::string>> disabled{{}, {}};
  for (const auto& pass : relatile::pass::passes()) disabled.push_back({std::string(pass.name)});
  for (std::uint64_t seed = 2000; seed < 2100; ++seed) {
    context.plan_options().panel_bytes = seed % 2 == 0 ? 1 : 0;
    context.plan_options().cache = seed % 4 < 2 ? every_panel : relatile::pass::CacheLimits{};
    context.plan_options().disabled_passes = disabled[seed % disabled.size()];
    check_program(random_program(seed, Sizes::small), seed);
  }
  relatile::buffer_pool().keep_from(relatile::BufferPool::smallest);
}

TEST_CASE("random programs give what plain loops give along the critical path") {
  using namespace relatile::test;
  relatile::Context context(MPI_COMM_WORLD);
  context.plan_options().hosts = {};
  context.plan_options().panel_bytes = 0;
  context.plan_options().machine = slow_network();
  for (std::uint64_t seed = 3000; seed < 3060; ++seed) {
    check_program(random_program(seed, Sizes::small), seed);
  }
}

TEST_CASE("random programs of relations give what the reference gives, on all ranks") {
  using namespace relatile::test;
  const relatile::Context context(MPI_COMM_WORLD);
  const std::vector<std::string> planners{"optimal", "spartan", "tra", "lshs", "cross_product"};
  RelationTally tally;
  const char* seed = std::getenv("RELATILE_SEED");
  for (std::uint64_t sample = 0; sample < (seed ? 1 : 30); ++sample) {
    for (const Data data : all_data) {
      if (!seed && sample % all_data.size() != static_cast<std::uint64_t>(data)) continue;
      const std::uint64_t chosen = seed ? std::stoull(seed) : 5000 + sample;
      const std::string objective = chosen % 2 == 0 ? "time" : "bytes";
      relation_program(data, chosen)->check(planners, objective, tally);
    }
  }
  if (!seed && context.num_sites() > 1) CHECK(tally.moving > tally.plans / 4);
}

}  // namespace random_programs_test
