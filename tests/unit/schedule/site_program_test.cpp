// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include <relatile/planner/plan_for.hpp>
#include <relatile/planner/space/time_objective.hpp>
#include <relatile/schedule/write.hpp>

#include "support/catch.hpp"
#include "support/programs_to_plan.hpp"
#include "support/random_program.hpp"
#include "support/site_programs.hpp"
#include "support/sketched_program.hpp"

namespace site_program_test {

// What all sites are told to do, checked on paper: no plan runs here.

using namespace relatile;
using test::SitePrograms;

namespace {

std::vector<plan::Hosts> all_hosts(int sites) {
  plan::Hosts one;
  plan::Hosts two;
  for (int site = 0; site < sites; ++site) {
    one.of_site.push_back(0);
    two.of_site.push_back(site % 2);
  }
  one.in_place_bytes = two.in_place_bytes = 1;
  return {{}, one, two};
}

planner::PlanOptions options_with(const plan::Hosts& hosts) {
  planner::PlanOptions options;
  options.hosts = hosts;
  options.panel_bytes = 1 << 10;  // small arrays come in panels, too
  options.cache.panel_bytes = 1 << 10;
  options.cache.fewest_bytes = 1 << 10;
  return options;
}

/// x w, gathered and multiplied in panels, on sites that are hosts of their own.
plan::Plan product(int sites, const plan::Hosts& hosts = {}) {
  const std::vector<placement::MeshAxis> rows{{sites, 0}};
  const auto c =
      graphs::matmul(graphs::stored({24, 36}, rows, sites), graphs::stored({36, 12}, rows, sites));
  const auto root = graphs::matmul(graphs::elementwise({c}), graphs::transpose(c));
  return planner::plan_for({root}, {root}, sites, options_with(hosts));
}

template <class What>
What& first(schedule::SiteProgram& program) {
  for (auto& instruction : program.instructions) {
    if (auto* const found = std::get_if<What>(&instruction.what)) return *found;
  }
  throw Error("no such instruction");
}

schedule::Endpoint& sender(SitePrograms& all, std::size_t site) {
  for (auto& instruction : all.programs()[site].instructions) {
    auto* const begun = std::get_if<schedule::BeginExchange>(&instruction.what);
    if (begun && !begun->endpoint.staging.outgoing.empty()) return begun->endpoint;
  }
  throw Error("sends nothing");
}

}  // namespace

TEST_CASE("sites send what others receive, read what is there, and keep apart what they hold") {
  std::size_t messages = 0;
  std::size_t reads = 0;
  for (const int sites : {1, 2, 3, 4, 7, 12}) {
    for (const auto& hosts : all_hosts(sites)) {
      for (const auto& example : graphs::examples(sites)) {
        const plan::Plan plan =
            planner::plan_for(example.roots, example.roots, sites, options_with(hosts));
        SitePrograms all(plan);
        CAPTURE(example.text, sites, hosts.of_site.size());
        CHECK(all.faults() == std::vector<std::string>{});
        messages += all.num_messages();
        reads += all.num_reads();
      }
    }
  }
  CHECK(messages > 1000);
  CHECK(reads > 1000);
}

TEST_CASE("so do sites of random programs") {
  const planner::TimeObjective seconds{cost::Machine{}};
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const int sites = 2 + static_cast<int>(seed % 6);
    const auto roots =
        test::sketched(test::random_program(seed, test::Sizes::small), sites, seconds);
    const plan::Plan plan =
        planner::plan_for(roots, roots, sites, options_with(all_hosts(sites)[seed % 3]));
    CAPTURE(seed, sites);
    CHECK(SitePrograms(plan).faults() == std::vector<std::string>{});
  }
}

TEST_CASE("programs that are spoilt are found out") {
  const plan::Plan plan = product(4);
  REQUIRE(SitePrograms(plan).faults().empty());
  SECTION("a message that nobody sends") {
    SitePrograms all(plan);
    sender(all, 1).staging.outgoing.pop_back();
    CHECK(!all.faults().empty());
  }
  SECTION("a message of other bytes") {
    SitePrograms all(plan);
    ++sender(all, 1).staging.outgoing.front().bytes;
    CHECK(!all.faults().empty());
  }
  SECTION("a kernel that works on more than its operands") {
    SitePrograms all(plan);
    first<schedule::Compute>(all.programs()[2]).iteration = Box::whole({24, 36, 12});
    CHECK(!all.faults().empty());
  }
  SECTION("a value that is forgotten too early") {
    SitePrograms all(plan);
    first<schedule::Forget>(all.programs()[0]).values.push_back(plan.results.front().second);
    for (const auto& step : plan.steps) {
      if (step.kind == plan::StepKind::stored) {
        first<schedule::Forget>(all.programs()[0]).values.push_back(step.output);
      }
    }
    CHECK(!all.faults().empty());
  }
  SECTION("two values in one place") {
    SitePrograms all(plan);
    auto& memory = all.programs()[3].memory;
    for (auto& offset : memory.value_offset) {
      if (offset > 0) offset = 0;
    }
    for (auto& offset : memory.staging_offset) offset = 0;
    CHECK(!all.faults().empty());
  }
  SECTION("a neighbour that is not waited for") {
    const plan::Plan shared = product(4, all_hosts(4)[1]);
    SitePrograms all(shared);
    REQUIRE(all.faults().empty());
    REQUIRE(all.num_reads() > 0);
    for (auto& program : all.programs()) {
      for (auto& instruction : program.instructions) {
        auto* const begun = std::get_if<schedule::BeginExchange>(&instruction.what);
        if (begun) begun->endpoint.made_in = -2;
      }
    }
    CHECK(!all.faults().empty());
  }
  SECTION("memory that is written again though a neighbour reads it") {
    const tra::NodePtr x =
        graphs::elementwise({graphs::matmul(graphs::input({24, 24}), graphs::input({24, 24}))});
    const tra::NodePtr y = graphs::matmul(graphs::elementwise({graphs::matmul(x, x)}), x);
    const plan::Plan shared = planner::plan_for({y}, {y}, 3, options_with(all_hosts(3)[1]));
    SitePrograms all(shared);
    REQUIRE(all.faults().empty());
    std::size_t readers = 0;
    for (auto& program : all.programs()) {
      for (auto& instruction : program.instructions) {
        auto* const await = std::get_if<schedule::AwaitReaders>(&instruction.what);
        if (!await) continue;
        readers += await->readers.size();
        await->readers.clear();
      }
    }
    CHECK(readers > 0);
    CHECK(!all.faults().empty());
  }
}

TEST_CASE("a site's program is written down") {
  const plan::Plan plan = product(2);
  std::ostringstream out;
  schedule::write(out, plan, schedule::lower(plan, 1, plan::default_message_limit));
  const std::string text = out.str();
  CAPTURE(text);
  CHECK(text.find("site 1 of 2") == 0);
  for (const char* part : {" is stored\n", "begin R", "send [", " to site 0, ", "receive [",
                           " from site 0, ", "finish R", "forget R", " is a result of "}) {
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
  }
}

}  // namespace site_program_test
