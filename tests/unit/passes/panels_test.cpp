// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <relatile/plan/check.hpp>
#include <relatile/plan/verify.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/schedule/peak_memory.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace panels_test {

namespace rt = relatile;
using rt::plan::Plan;
using rt::plan::StepKind;

namespace {

/// C = A B, both stored by rows, which is planned to gather all of B.
Plan product(std::int64_t n, int sites, const std::vector<int>& hosts, std::int64_t panel_bytes) {
  const std::vector<rt::placement::MeshAxis> rows{{sites, 0}};
  const auto a = graphs::stored({n, n}, rows, sites);
  const auto b = graphs::stored({n, n}, rows, sites);
  auto c = graphs::einsum("ij,jk->ik", {a, b});
  c->pins.plan = "broadcast_right";
  rt::planner::PlanOptions options;
  options.hosts.of_site = hosts;
  options.panel_bytes = panel_bytes;
  Plan plan = rt::planner::plan_for({c}, {c}, sites, options);
  rt::plan::verify(plan);
  return plan;
}

std::vector<rt::plan::Step> steps_of(const Plan& plan, StepKind kind) {
  std::vector<rt::plan::Step> steps;
  std::copy_if(plan.steps.begin(), plan.steps.end(), std::back_inserter(steps),
               [&](const auto& step) { return step.kind == kind; });
  return steps;
}

}  // namespace

TEST_CASE("every site begins with what it has, and each panel is asked of another one") {
  for (int sites : {2, 3, 4, 7}) {
    const Plan whole = product(840, sites, {}, 0);
    const Plan panels = product(840, sites, {}, 1 << 18);
    CHECK(panels.traffic().sent == whole.traffic().sent);
    CHECK(panels.total_flops().value == whole.total_flops().value);
    const auto exchanges = steps_of(panels, StepKind::exchange);
    REQUIRE(exchanges.size() == static_cast<std::size_t>(sites));
    CHECK(exchanges.front().exchange.transfers.empty());
    for (std::size_t j = 1; j < exchanges.size(); ++j) {
      std::vector<int> asked;
      for (const auto& t : exchanges[j].exchange.transfers) asked.push_back(t.from);
      std::sort(asked.begin(), asked.end());
      CHECK(asked.size() == static_cast<std::size_t>(sites));
      CHECK(std::adjacent_find(asked.begin(), asked.end()) == asked.end());
    }
  }
}

TEST_CASE("panels that are read in place take no memory, those that are sent take two") {
  const std::int64_t n = 840;
  for (int sites : {2, 3, 4, 7}) {
    const std::int64_t share = rt::aligned_size(n * n * 8 / sites);
    const Plan near = product(n, sites, std::vector<int>(static_cast<std::size_t>(sites), 0), 1);
    CHECK(rt::schedule::plan_peak(near).peak.total() == 3 * share);
    const Plan far = product(n, sites, {}, 1 << 18);
    CHECK(rt::schedule::plan_peak(far).peak.total() <= 5 * share);
    const Plan whole = product(n, sites, {}, 0);
    CHECK(rt::schedule::plan_peak(whole).peak.total() == (3 + sites) * share);
  }
}

TEST_CASE("an exchange travels while the kernel before it runs, if it need not wait for it") {
  const Plan panels = product(840, 3, {}, 1 << 18);
  const std::vector<int> begins = rt::schedule::begins_of(panels);
  for (std::size_t s = 0; s < begins.size(); ++s) {
    const auto& step = panels.steps[s];
    if (step.kind != StepKind::exchange || step.exchange.transfers.empty()) {
      CHECK(begins[s] == static_cast<int>(s));
      continue;
    }
    const auto kernels = std::count_if(
        panels.steps.begin() + begins[s], panels.steps.begin() + static_cast<std::ptrdiff_t>(s),
        [](const auto& other) { return other.kind == StepKind::local; });
    CHECK(kernels == 1);
  }
  Plan still = panels;
  still.overlaps = false;
  for (std::size_t s = 0; s < begins.size(); ++s) {
    CHECK(rt::schedule::begins_of(still)[s] == static_cast<int>(s));
  }
}

TEST_CASE("the first panel that has to come travels while all that are there are multiplied") {
  const Plan plan = product(1200, 2, {}, 1 << 18);
  const std::vector<int> begins = rt::schedule::begins_of(plan);
  std::vector<int> passed;  // kernels, by exchanges that travel
  int own = 0;
  for (std::size_t s = 0; s < begins.size(); ++s) {
    const auto& step = plan.steps[s];
    if (step.kind != StepKind::exchange) continue;
    if (step.exchange.transfers.empty()) {
      ++own;
      continue;
    }
    const auto begin = plan.steps.begin() + begins[s];
    passed.push_back(static_cast<int>(
        std::count_if(begin, plan.steps.begin() + static_cast<std::ptrdiff_t>(s),
                      [](const auto& other) { return other.kind == StepKind::local; })));
  }
  CHECK(own == 2);
  CHECK(passed == std::vector<int>{2, 1});
  // Two panels beside the share of each array: no more than if it came later.
  const std::int64_t share = rt::aligned_size(1200 * 600 * 8);
  CHECK(rt::schedule::plan_peak(plan).peak.total() <= 4 * share);
}

TEST_CASE("sites on two hosts read in place on each and send between them") {
  const Plan plan = product(840, 4, {0, 0, 1, 1}, 1 << 18);
  int in_place = 0;
  int sent = 0;
  for (const auto& step : plan.steps) {
    for (const auto& t : step.exchange.transfers) {
      const bool together = t.from / 2 == t.to / 2;
      CHECK(rt::schedule::is_in_place(plan, step, t) == together);
      ++(together ? in_place : sent);
    }
  }
  CHECK(in_place == 4);
  CHECK(sent >= 8);
}

TEST_CASE("a result that an exchange makes is never another site's memory") {
  const std::vector<rt::placement::MeshAxis> rows{{2, 0}};
  const auto a = graphs::stored({400, 400}, rows, 2);
  const auto b = graphs::stored({400, 400}, rows, 2);
  auto c = graphs::einsum("ij,jk->ik", {a, b});
  c->pins.plan = "broadcast_right";
  rt::planner::PlanOptions options;
  options.hosts.of_site = {0, 0};
  Plan plan = rt::planner::plan_for({c}, {c}, 2, options);
  bool borrows = false;
  for (const auto& step : plan.steps) {
    for (int site = 0; site < 2; ++site) {
      if (!rt::schedule::borrowed(plan, step, site)) continue;
      borrows = true;
      Plan kept = plan;
      kept.results.emplace_back(step.node, step.output);
      CHECK(rt::schedule::borrowed(kept, step, site) == std::nullopt);
    }
  }
  CHECK(borrows);
}

}  // namespace panels_test
