// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <relatile/cost/overlap.hpp>
#include <relatile/passes/reduce_panels.hpp>
#include <relatile/plan/check.hpp>
#include <relatile/plan/verify.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/schedule/begins.hpp>
#include <relatile/schedule/in_place.hpp>
#include <relatile/schedule/peak_memory.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/graphs.hpp"
#include "support/slow_network.hpp"

namespace reduce_panels_test {

namespace rt = relatile;
using rt::nth;
using rt::plan::Plan;
using rt::plan::StepKind;
using rt::test::slow_network;

namespace {

/// A^T B of a batch that is stored by rows: every site has contributions to all of it.
rt::tra::NodePtr gradient(std::int64_t batch, std::int64_t m, std::int64_t n, int sites) {
  const std::vector<rt::placement::MeshAxis> rows{{sites, 0}};
  const auto a = graphs::stored({batch, m}, rows, sites);
  const auto b = graphs::stored({batch, n}, rows, sites);
  auto c = graphs::einsum("ki,kj->ij", {a, b});
  c->pins.plan = "cross_product";
  return c;
}

/// By a plan that moves contributions.
Plan plan_of(const std::vector<rt::tra::NodePtr>& results, int sites,
             rt::planner::PlanOptions options) {
  options.machine = slow_network();
  Plan plan = rt::planner::plan_for(results, results, sites, options);
  rt::plan::verify(plan);
  rt::plan::PlanCheck(plan).run();
  return plan;
}

rt::planner::PlanOptions in_panels_of(std::int64_t bytes) {
  rt::planner::PlanOptions options;
  options.panel_bytes = bytes;
  return options;
}

int panels_of_exchanges(const Plan& plan) {
  int most = 1;
  for (const auto& step : plan.steps) {
    if (step.kind == StepKind::exchange) most = std::max(most, step.slice.count);
  }
  return most;
}

}  // namespace

TEST_CASE("contributions to a panel travel while the next one is multiplied") {
  for (const int sites : {2, 3, 4, 7}) {
    const auto c = gradient(1680, 840, 1000, sites);
    const Plan whole = plan_of({c}, sites, in_panels_of(0));
    const Plan panels = plan_of({c}, sites, in_panels_of(1 << 18));
    CHECK(panels_of_exchanges(whole) == 1);
    REQUIRE(panels_of_exchanges(panels) == 5);
    CHECK(panels.traffic().sent == whole.traffic().sent);
    CHECK(panels.total_flops().value == whole.total_flops().value);
    CHECK(rt::cost::overlapped_seconds(slow_network(), panels) <
          rt::cost::overlapped_seconds(slow_network(), whole));
    CHECK(rt::schedule::plan_peak(panels).peak.total() <
          rt::schedule::plan_peak(whole).peak.total());
    const std::vector<int> begins = rt::schedule::begins_of(panels);
    for (std::size_t s = 0; s < begins.size(); ++s) {
      const auto& step = panels.steps[s];
      if (step.kind != StepKind::exchange) continue;
      const auto kernels = std::count_if(
          panels.steps.begin() + begins[s], panels.steps.begin() + static_cast<std::ptrdiff_t>(s),
          [](const auto& other) { return other.kind == StepKind::local; });
      CHECK(kernels == (step.slice.index + 1 < step.slice.count ? 1 : 0));
    }
  }
}

TEST_CASE("panels are as many as pay, and none is thin") {
  const int sites = 4;
  CHECK(panels_of_exchanges(plan_of({gradient(1680, 840, 1000, sites)}, sites,
                                    in_panels_of(std::int64_t(1) << 21))) == 2);
  CHECK(panels_of_exchanges(
            plan_of({gradient(1680, 840, 380, sites)}, sites, in_panels_of(1 << 16))) == 1);
  CHECK(panels_of_exchanges(
            plan_of({gradient(1680, 840, 390, sites)}, sites, in_panels_of(1 << 16))) == 2);
}

TEST_CASE("contributions that are read in place stay so") {
  const int sites = 4;
  const auto c = gradient(1680, 840, 1000, sites);
  rt::planner::PlanOptions together = in_panels_of(1 << 18);
  together.hosts.of_site.assign(sites, 0);
  CHECK(panels_of_exchanges(plan_of({c}, sites, together)) == 1);
  // On two hosts: as many panels as leave each part large enough to be read.
  const auto bytes_in_place = [](const Plan& plan) {
    std::int64_t bytes = 0;
    for (const auto& step : plan.steps) {
      for (const auto& t : step.exchange.transfers) {
        if (!rt::schedule::is_in_place(plan, step, t)) continue;
        bytes += nth(plan.nodes, step.node)->type.bytes_in(t.region).value;
      }
    }
    return bytes;
  };
  for (const std::int64_t rows : {840, 97}) {
    rt::planner::PlanOptions apart = in_panels_of(1 << 16);
    apart.hosts.of_site = {0, 0, 1, 1};
    const auto product = gradient(1680, rows, 1000, sites);
    const Plan panels = plan_of({product}, sites, apart);
    apart.disabled_passes = {"reduce_panels"};
    const Plan whole = plan_of({product}, sites, apart);
    CHECK(panels_of_exchanges(whole) == 1);
    CHECK(panels_of_exchanges(panels) == (rows == 840 ? 5 : 2));
    CHECK(bytes_in_place(whole) > 0);
    CHECK(bytes_in_place(panels) == bytes_in_place(whole));
  }
}

TEST_CASE("panels do not make a plan break a cap that it kept") {
  const int sites = 4;
  const std::vector<rt::placement::MeshAxis> rows{{sites, 0}};
  const auto made = [&](std::int64_t columns) {
    return graphs::elementwise({graphs::stored({1680, columns}, rows, sites)});
  };
  const auto c = graphs::einsum("ki,kj->ij", {made(840), made(1000)});
  c->pins.plan = "cross_product";
  rt::planner::PlanOptions options = in_panels_of(std::int64_t(1) << 21);
  const auto peak = [](const Plan& plan) { return rt::schedule::plan_peak(plan).peak.total(); };
  const Plan panels = plan_of({c}, sites, options);
  options.disabled_passes = {"reduce_panels"};
  const Plan whole = plan_of({c}, sites, options);
  REQUIRE(panels_of_exchanges(panels) == 2);
  REQUIRE(peak(panels) > peak(whole));
  options.memory_per_rank = (peak(whole) + peak(panels)) / 2;
  const Plan whole_within = plan_of({c}, sites, options);
  options.disabled_passes = {};
  const Plan within = plan_of({c}, sites, options);
  CHECK(peak(within) <= options.memory_per_rank);
  CHECK(rt::cost::overlapped_seconds(slow_network(), within) <=
        rt::cost::overlapped_seconds(slow_network(), whole_within));
}

}  // namespace reduce_panels_test
