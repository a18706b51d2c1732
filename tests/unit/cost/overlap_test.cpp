// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <memory>
#include <relatile/cost/overlap.hpp>
#include <relatile/cost/time.hpp>
#include <relatile/planner/plan_for.hpp>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/programs_to_plan.hpp"
#include "support/slow_network.hpp"

namespace overlap_test {

namespace rt = relatile;
using rt::cost::Lanes;
using rt::plan::Plan;
using rt::plan::StepKind;

namespace {

/// What the busiest site computes, all its kernels one after the other.
double seconds_of_kernels(const Plan& plan, const rt::cost::Machine& machine) {
  std::vector<double> all(static_cast<std::size_t>(plan.num_sites), 0);
  const rt::cost::PanelsInCache panels(plan);
  for (const auto& step : plan.steps) {
    if (step.kind != StepKind::local) continue;
    for (int site = 0; site < plan.num_sites; ++site) {
      all[std::size_t(site)] += rt::cost::local_seconds(machine, plan, panels, step, site).value;
    }
  }
  return *std::max_element(all.begin(), all.end());
}

/// A B of n x n matrices, A stored by rows and B as told, which is planned to gather all of B.
graphs::NodePtr gathering_product(std::int64_t n, int sites,
                                  const std::vector<rt::placement::MeshAxis>& layout_of_b) {
  const auto product = graphs::matmul(graphs::stored({n, n}, {{sites, 0}}, sites),
                                      graphs::stored({n, n}, layout_of_b, sites));
  product->pins.plan = "broadcast_right";
  return product;
}

/// Without panels.
rt::planner::PlanOptions on_one_host(int sites) {
  rt::planner::PlanOptions options;
  options.hosts.of_site.assign(static_cast<std::size_t>(sites), 0);
  options.panel_bytes = 0;
  return options;
}

}  // namespace

TEST_CASE("a plan takes as long as its busiest site's kernels at least, and as all steps at most") {
  const rt::cost::Machine machine = rt::test::slow_network();
  rt::planner::PlanOptions options;
  options.machine = machine;
  for (const std::int64_t panel_bytes : {std::int64_t(0), std::int64_t(256)}) {
    options.panel_bytes = panel_bytes;
    for (const int sites : {1, 2, 5, 8}) {
      for (const auto& example : graphs::examples(sites)) {
        CAPTURE(example.text, sites, panel_bytes);
        const Plan plan = rt::planner::plan_for(example.roots, example.roots, sites, options);
        Lanes lanes = rt::cost::lanes_of(machine, plan);
        const double seconds = rt::cost::overlapped_seconds(plan, lanes);
        CHECK(seconds >= seconds_of_kernels(plan, machine) * (1 - 1e-12));
        CHECK(seconds <= rt::cost::seconds_of(machine, plan).value * (1 + 1e-12));
        lanes.seconds_lost_to_messages = 0.5;
        const double with_losses = rt::cost::overlapped_seconds(plan, lanes);
        // What begins later, since kernels took longer, shares the link for less time.
        CHECK(with_losses >= 0.998 * seconds);
        lanes.seconds_lost_to_messages = 1;  // nothing is gained by overlap then
        CHECK(rt::cost::overlapped_seconds(plan, lanes) >= with_losses * (1 - 1e-12));
        CHECK(rt::cost::overlapped_seconds(plan, lanes) <=
              rt::cost::seconds_of(machine, plan).value * (1 + 1e-12));
        lanes.seconds_lost_to_messages = 0;
        lanes.sites.clear();  // as if each site were the slowest in every step
        CHECK(seconds <= rt::cost::overlapped_seconds(plan, lanes) * (1 + 1e-12));
      }
    }
  }
}

TEST_CASE("kernels lose to the messages beside them what the machine says") {
  rt::planner::PlanOptions options;
  options.machine = rt::test::slow_network();
  const auto x = graphs::stored({4000, 400}, {{4, 0}}, 4);
  const auto y = graphs::stored({400, 4000}, {{4, 1}}, 4);
  const auto product = graphs::matmul(x, y);
  const Plan plan = rt::planner::plan_for({product}, {product}, 4, options);
  Lanes lanes = rt::cost::lanes_of(options.machine, plan);
  const double alone = rt::cost::overlapped_seconds(plan, lanes);
  const double in_turn = rt::cost::seconds_of(options.machine, plan).value;
  REQUIRE(alone < 0.99 * in_turn);
  options.machine.seconds_lost_to_messages.value = 1;
  CHECK(rt::cost::overlapped_seconds(options.machine, plan) > 1.01 * alone);
}

TEST_CASE("on one host, what kernels don't read where it is takes those who copy it their time") {
  // B is gathered: in panels each site multiplies by one after the other in its owner's memory, as
  // a whole it is copied together before.
  const auto product = gathering_product(840, 4, {{4, 0}});
  rt::planner::PlanOptions options = on_one_host(4);
  const auto seconds_beside_kernels = [&](std::int64_t panel_bytes) {
    options.panel_bytes = panel_bytes;
    const Plan plan = rt::planner::plan_for({product}, {product}, 4, options);
    return rt::cost::overlapped_seconds(options.machine, plan) -
           seconds_of_kernels(plan, options.machine);
  };
  const double part = 840 * 840 * 8 / 4;
  const rt::cost::Link& link =
      options.machine.links(rt::cost::ExchangeKind::point_to_point).within_node;
  CHECK(seconds_beside_kernels(0) > 3 * part / link.bytes_per_second);
  CHECK(seconds_beside_kernels(1 << 18) < 0.01 * part / link.bytes_per_second);
}

TEST_CASE("memory of one host is read at one rate, whatever nodes the machine is said to have") {
  const auto product = gathering_product(1600, 8, {{8, 0}});
  rt::planner::PlanOptions options = on_one_host(8);
  const Plan plan = rt::planner::plan_for({product}, {product}, 8, options);
  const auto seconds_on_nodes_of = [&](int ranks) {
    options.machine.ranks_per_node = ranks;
    return rt::cost::overlapped_seconds(options.machine, plan);
  };
  for (auto& links : options.machine.exchanges) links.between_nodes.bytes_per_second = 1e6;
  CHECK(seconds_on_nodes_of(4) == seconds_on_nodes_of(8));
}

TEST_CASE("of two moves alike, what kernels read in place is free and what stays is copied") {
  // B is on the first site, and needed everywhere: by a product, and as a result.
  const auto product = gathering_product(840, 4, {});
  const rt::planner::PlanOptions options = on_one_host(4);
  Plan plan = rt::planner::plan_for({product}, {product}, 4, options);
  const auto exchange = std::find_if(plan.steps.begin(), plan.steps.end(), [](const auto& step) {
    return step.kind == StepKind::exchange;
  });
  REQUIRE(exchange != plan.steps.end());
  const auto at = static_cast<std::size_t>(exchange - plan.steps.begin());
  rt::plan::Step again = *exchange;
  again.output = static_cast<int>(plan.values.size());
  plan.values.push_back(plan.values[static_cast<std::size_t>(exchange->output)]);
  plan.results.emplace_back(again.node, again.output);
  for (const bool first : {true, false}) {
    Plan both = plan;
    const auto place = both.steps.begin() + static_cast<std::ptrdiff_t>(at + (first ? 0 : 1));
    both.steps.insert(place, again);
    const Lanes lanes = rt::cost::lanes_of(options.machine, both);
    CHECK(lanes.seconds[at + (first ? 0 : 1)] > 0);
    CHECK(lanes.seconds[at + (first ? 1 : 0)] == 0);
  }
}

TEST_CASE("sites that take panels in turn don't wait for each other's") {
  // Each site begins with what it has, so that most slices bring a site a panel of one operand
  // only, while some other site gets one of the other.
  rt::planner::PlanOptions options;
  options.machine = rt::test::slow_network();
  const auto product = graphs::matmul(graphs::input({2400, 2400}), graphs::input({2400, 2400}));
  const Plan plan = rt::planner::plan_for({product}, {product}, 8, options);
  REQUIRE(std::any_of(plan.steps.begin(), plan.steps.end(),
                      [](const auto& step) { return step.slice.count > 1; }));
  Lanes lanes = rt::cost::lanes_of(options.machine, plan);
  const double seconds = rt::cost::overlapped_seconds(plan, lanes);
  lanes.sites.clear();
  CHECK(seconds < rt::cost::overlapped_seconds(plan, lanes));
}

TEST_CASE("what others send meanwhile shares the link with what is waited for") {
  // Each of 2 x 2 sites needs a part of the first panel, too. The second one begins while that is
  // on its way, so that it takes longer to come than if all came from the same sites, one after
  // another.
  rt::planner::PlanOptions options;
  for (auto& links : options.machine.exchanges) {
    links.within_node = links.between_nodes = {{1e-6}, 4e9};  // kernels take longer than messages
  }
  const auto by_rows = [] { return graphs::stored({2000, 2000}, {{4, 0}}, 4); };
  const auto product = graphs::matmul(by_rows(), by_rows());
  product->pins.plan = "replicate";
  const Plan plan = rt::planner::plan_for({product}, {product}, 4, options);
  Lanes lanes = rt::cost::lanes_of(options.machine, plan);
  const double shared = rt::cost::overlapped_seconds(plan, lanes);
  for (auto& site : lanes.sites) {
    auto times = *site;
    for (auto& senders : times.senders) {
      if (!senders.empty()) senders = {0, 1, 2, 3};
    }
    site = std::make_shared<const rt::cost::SiteTimes>(std::move(times));
  }
  CHECK(shared > 1.01 * rt::cost::overlapped_seconds(plan, lanes));
}

}  // namespace overlap_test
