// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <relatile/cost/count.hpp>
#include <relatile/cost/work.hpp>
#include <relatile/plan/fingerprint.hpp>
#include <relatile/plan/verify.hpp>
#include <relatile/planner/alternatives.hpp>
#include <relatile/planner/outline_cost.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/planner/search/planners.hpp>
#include <relatile/planner/space/time_objective.hpp>
#include <relatile/schedule/memory_plan.hpp>
#include <relatile/strategy/reduce.hpp>

#include "support/catch.hpp"
#include "support/cheapest_by_sum.hpp"
#include "support/graphs.hpp"

namespace closed_plan_test {

// Plans for more sites than any test can run on: nothing is written out site by site but what is
// counted, and what is counted is what each site is told to do.

using namespace relatile;
using namespace relatile::planner;

namespace {

tra::NodePtr two_products(std::int64_t n) {
  const auto w = graphs::input({n, n});
  return graphs::matmul(graphs::elementwise({graphs::matmul(graphs::input({8 * n, n}), w)}), w);
}

std::int64_t bytes_of(const std::vector<plan::Transfer>& transfers, const tra::RelationType& type) {
  std::int64_t bytes = 0;
  for (const auto& transfer : transfers) bytes += type.bytes_in(transfer.region).value;
  return bytes;
}

}  // namespace

TEST_CASE("a plan for thousands of sites is in closed form, and counts what its sites do") {
  for (const int sites : {100, 1024, 4096}) {
    const auto root = two_products(sites == 100 ? 1001 : 8192);
    const PlanOptions options;
    const plan::Plan plan = plan_for({root}, {root}, sites, options);
    plan::verify(plan);
    CAPTURE(sites);
    for (const auto& step : plan.steps) {
      const tra::RelationType& type = plan.nodes[static_cast<std::size_t>(step.node)]->type;
      if (step.kind == plan::StepKind::local) CHECK(step.iteration.written(0) == nullptr);
      if (step.kind != plan::StepKind::exchange) continue;
      CHECK(step.exchange.transfers.rule());
      for (const int site : {0, 1, sites / 3, sites / 2 + 1, sites - 1}) {
        const auto s = static_cast<std::size_t>(site);
        CHECK(bytes_of(step.exchange.transfers.into(site), type) ==
              step.traffic->received[s].value);
        CHECK(bytes_of(step.exchange.transfers.out_of(site), type) == step.traffic->sent[s].value);
      }
    }
    CHECK(plan::fingerprint_of_run(plan) ==
          plan::fingerprint_of_run(plan_for({root}, {root}, sites, options)));
    CHECK(schedule::plan_memory(plan, sites / 2).result_bytes > 0);
  }
}

TEST_CASE("steps that are alike share what would be counted for each of them") {
  for (const int sites : {6, 100}) {
    tra::NodePtr x = graphs::input({4096, 2048});
    for (int layer = 0; layer < 6; ++layer) {
      x = graphs::elementwise({graphs::matmul(x, graphs::input({2048, 2048}))});
    }
    PlanOptions options;
    options.panel_bytes = 1 << 18;
    const plan::Plan plan = plan_for({x}, {x}, sites, options);
    std::set<const void*> different;
    std::size_t exchanges = 0;
    CAPTURE(sites);
    for (const auto& step : plan.steps) {
      const tra::Node& node = *plan.nodes[static_cast<std::size_t>(step.node)];
      if (step.kind == plan::StepKind::local) {
        CHECK(*step.flops == cost::flops_of_sites(node, step.iteration, sites));
      }
      if (step.kind != plan::StepKind::exchange) continue;
      ++exchanges;
      different.insert(step.exchange.transfers.identity());
      const plan::Exchange anew =
          strategy::exchange_between(plan.values[static_cast<std::size_t>(step.inputs[0])],
                                     plan.values[static_cast<std::size_t>(step.output)]);
      CHECK(step.exchange.transfers.written_out() == anew.transfers.written_out());
      if (step.ahead == 1) {
        CHECK(step.exchange.pattern == anew.pattern);
        CHECK(step.exchange.groups == anew.groups);
      } else {  // collectives can't wait for their turn
        CHECK(step.exchange.pattern == plan::Pattern::point_to_point);
        CHECK(step.exchange.groups->empty());
      }
      CHECK(*step.traffic == cost::count(anew, node.type, sites));
    }
    CHECK(different.size() * 2 <= exchanges);
  }
}

TEST_CASE("alternatives are priced by the tables of the search, to the byte") {
  const auto root = two_products(960);
  const PlanOptions options;
  for (const int sites : {4, 12}) {
    const plan::Plan taken = plan_for({root}, {root}, sites, options);
    const auto all = alternatives({root}, taken, options);
    REQUIRE(all.size() > 4);
    for (const auto& other : all) {
      const std::string name = other.text.substr(other.text.rfind(' ') + 1);
      // The text begins with the step's value, "R4 matmul by ...".
      const int value = std::stoi(other.text.substr(1));
      const tra::NodePtr& node =
          taken.nodes[static_cast<std::size_t>(taken.values[static_cast<std::size_t>(value)].node)];
      node->pins.plan = name;
      const plan::Plan pinned = test::cheapest_by_sum({root}, sites, options);
      node->pins.plan.clear();
      CAPTURE(sites, other.text);
      CHECK(other.bytes == pinned.traffic().total());
    }
  }
}

}  // namespace closed_plan_test
