// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <relatile/plan/check.hpp>
#include <relatile/plan/fingerprint.hpp>
#include <relatile/plan/text/load.hpp>
#include <relatile/plan/text/save.hpp>
#include <relatile/plan/verify.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/schedule/peak_memory.hpp>
#include <relatile/strategy/classify.hpp>
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
Plan product(std::int64_t n, int sites, const std::vector<int>& hosts, std::int64_t panel_bytes,
             std::int64_t cap = 0) {
  const std::vector<rt::placement::MeshAxis> rows{{sites, 0}};
  const auto a = graphs::stored({n, n}, rows, sites);
  const auto b = graphs::stored({n, n}, rows, sites);
  auto c = graphs::einsum("ij,jk->ik", {a, b});
  c->pins.plan = "broadcast_right";
  rt::planner::PlanOptions options;
  options.hosts.of_site = hosts;
  options.panel_bytes = panel_bytes;
  options.memory_per_rank = cap;
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

/// Rows of the largest panel, or part of one, that any site gets.
std::int64_t widest_of(const std::vector<rt::plan::Step>& exchanges) {
  std::int64_t widest = 0;
  for (const auto& step : exchanges) {
    for (const auto& t : step.exchange.transfers) {
      widest = std::max(widest, t.region.high[0] - t.region.low[0]);
    }
  }
  return widest;
}

/// By exchange number s, which travels meanwhile.
int kernels_passed(const Plan& plan, const std::vector<int>& begins, std::size_t s) {
  return static_cast<int>(std::count_if(
      plan.steps.begin() + begins[s], plan.steps.begin() + static_cast<std::ptrdiff_t>(s),
      [](const auto& other) { return other.kind == StepKind::local; }));
}

}  // namespace

TEST_CASE("every site begins with what it has, and each panel is asked of another one") {
  for (int sites : {2, 3, 4, 7}) {
    const Plan whole = product(840, sites, {}, 0);
    const Plan panels = product(840, sites, {}, 1 << 18);
    CHECK(panels.traffic().sent == whole.traffic().sent);
    CHECK(panels.total_flops().value == whole.total_flops().value);
    const auto exchanges = steps_of(panels, StepKind::exchange);
    // Panels of 420 columns travel in three parts, those of 280 in two.
    const std::size_t parts = sites == 2 ? 3 : sites == 3 ? 2 : 1;
    REQUIRE(exchanges.size() == parts * static_cast<std::size_t>(sites));
    CHECK(exchanges.front().exchange.transfers.empty());
    std::size_t own = 0;
    for (const auto& step : exchanges) {
      if (step.exchange.transfers.empty()) {
        ++own;
        continue;
      }
      std::vector<int> asked;
      for (const auto& t : step.exchange.transfers) asked.push_back(t.from);
      std::sort(asked.begin(), asked.end());
      CHECK(asked.size() == static_cast<std::size_t>(sites));
      CHECK(std::adjacent_find(asked.begin(), asked.end()) == asked.end());
    }
    CHECK(own == parts);
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
  const Plan panels = product(840, 4, {}, 1 << 18);
  const std::vector<int> begins = rt::schedule::begins_of(panels);
  for (std::size_t s = 0; s < begins.size(); ++s) {
    const auto& step = panels.steps[s];
    if (step.kind != StepKind::exchange || step.exchange.transfers.empty()) {
      CHECK(begins[s] == static_cast<int>(s));
      continue;
    }
    CHECK(step.ahead == 1);
    CHECK(kernels_passed(panels, begins, s) == 1);
  }
  Plan still = panels;
  still.overlaps = false;
  for (std::size_t s = 0; s < begins.size(); ++s) {
    CHECK(rt::schedule::begins_of(still)[s] == static_cast<int>(s));
  }
}

TEST_CASE("the first panel that has to come travels while all that are there are multiplied") {
  const Plan plan = product(800, 4, {}, 1 << 18);
  const std::vector<int> begins = rt::schedule::begins_of(plan);
  std::vector<int> passed;  // kernels, by exchanges that travel
  for (std::size_t s = 0; s < begins.size(); ++s) {
    const auto& step = plan.steps[s];
    if (step.kind != StepKind::exchange || step.exchange.transfers.empty()) continue;
    passed.push_back(kernels_passed(plan, begins, s));
  }
  CHECK(passed == std::vector<int>{1, 1, 1});
}

TEST_CASE("parts of panels travel ahead of those that are multiplied, two panels of them at most") {
  const int own = 4;  // of 1200 columns a half, in two panels of two parts
  const int ahead = 2;
  // By index among those that travel: the first three begin at once, before two of their own, and
  // one more each, are multiplied, the last one when the first of those has been.
  const std::vector<int> passed{2, 4, 6, 4};
  const Plan plan = product(1200, 2, {}, 1 << 18);
  const std::vector<int> begins = rt::schedule::begins_of(plan);
  int travelling = 0;
  int there = 0;
  for (std::size_t s = 0; s < begins.size(); ++s) {
    const auto& step = plan.steps[s];
    if (step.kind != StepKind::exchange) continue;
    if (step.exchange.transfers.empty()) {
      ++there;
      continue;
    }
    CHECK(step.ahead == ahead);
    REQUIRE(travelling < static_cast<int>(passed.size()));
    CHECK(kernels_passed(plan, begins, s) == rt::nth(passed, travelling));
    ++travelling;
  }
  CHECK(there == own);
  CHECK(travelling == 4);
  // Two panels beside the share of each array: no more than if they came later.
  const std::int64_t share = rt::aligned_size(1200 * 600 * 8);
  CHECK(rt::schedule::plan_peak(plan).peak.total() <= 4 * share);
}

TEST_CASE("long rings and large panels hold no more than two panels of what comes, many three") {
  for (const int sites : {2, 3, 4, 8, 16}) {
    const std::int64_t n = 4096;
    const Plan plan = product(n, sites, {}, 1 << 21);
    const auto exchanges = steps_of(plan, StepKind::exchange);
    const std::int64_t widest = widest_of(exchanges);
    INFO(sites << " sites, " << exchanges.size() << " slices");
    CHECK(exchanges.size() <= 32);
    CHECK(widest <= 512);
    CHECK(exchanges.back().ahead == 2);
    // Three of sixteen panels, or two of fifteen, which come in two parts each.
    const std::int64_t there = exchanges.size() == 16 ? 3 : 4;
    const std::int64_t share = rt::aligned_size(n * n * 8 / sites);
    CHECK(rt::schedule::plan_peak(plan).peak.total() <= 3 * share + there * widest * n * 8);
    CHECK(there * widest <= 3 * 256);
  }
}

TEST_CASE("a cap on memory that panels begun ahead would break is kept by panels that are not") {
  const int sites = 4;
  const std::int64_t n = 4096;
  const auto peak = [](const Plan& plan) { return rt::schedule::plan_peak(plan).peak.total(); };
  const Plan free = product(n, sites, {}, 1 << 21);
  const std::int64_t panel = 256 * n * 8;
  const std::int64_t cap = peak(free) - panel / 2;
  const Plan within = product(n, sites, {}, 1 << 21, cap);
  CHECK(steps_of(free, StepKind::exchange).back().ahead > 1);
  CHECK(within.steps.size() == free.steps.size());
  CHECK(within.overlaps);
  CHECK(peak(within) <= cap);
}

TEST_CASE("a plan whose panels begin late, for a cap, can be followed once it is saved") {
  const int sites = 2;
  const Plan free = product(4096, sites, {}, 1 << 21);
  const std::int64_t cap = rt::schedule::plan_peak(free).peak.total() - 1;
  const Plan within = product(4096, sites, {}, 1 << 21, cap);
  CHECK(steps_of(free, StepKind::exchange).back().ahead > 1);
  for (const auto& step : steps_of(within, StepKind::exchange)) {
    CHECK(step.ahead == 1);
    rt::plan::Exchange again;  // as whoever follows it classifies it
    again.transfers = step.exchange.transfers;
    rt::strategy::classify(again, rt::nth(within.values, step.inputs[0]).placement,
                           rt::plan::output_of(within, step).placement);
    CHECK(again.pattern == step.exchange.pattern);
    CHECK(again.groups == step.exchange.groups);
  }
}

TEST_CASE(
    "panels of uneven shares take one panel more, for the room that those before them leave") {
  for (const int sites : {3, 16, 17, 20}) {
    for (const std::int64_t n : {4095, 4099}) {
      INFO(sites << " sites, " << n << " rows");
      const Plan plan = product(n, sites, {}, 1 << 21);
      const auto exchanges = steps_of(plan, StepKind::exchange);
      const std::int64_t widest = widest_of(exchanges);
      const std::int64_t share = rt::aligned_size((n + sites - 1) / sites * n * 8);
      const std::int64_t there = exchanges.back().ahead + 2;
      CHECK(rt::schedule::plan_peak(plan).peak.total() <=
            3 * share + there * widest * n * 8 + 4096);
    }
  }
}

TEST_CASE("what a site has is multiplied between what travels") {
  const auto turns = [](const Plan& plan) {
    std::string letters;
    for (const auto& step : steps_of(plan, StepKind::exchange)) {
      letters += rt::schedule::has_messages(plan, step) ? 'c' : 's';
    }
    return letters;
  };
  // Sixteen panels of rows, of which each site has as many as any other, or nearly so.
  for (const std::int64_t n : {4096, 4099}) {
    INFO(n << " rows");
    CHECK(turns(product(n, 2, {}, 1 << 21)) == "sscscscscscscscc");
    CHECK(turns(product(n, 4, {}, 1 << 21)) == "sscccscccscccccc");
    // In the ring every slice comes by messages to one of the two sites of each host.
    CHECK(turns(product(n, 4, {0, 0, 1, 1}, 1 << 21)) == "sscccscccscccccc");
    CHECK(turns(product(n, 4, {0, 0, 0, 0}, 1 << 21)) == "ssss");
  }
}

TEST_CASE("panels that would be packed, or need not travel, do not begin ahead") {
  // C = A B by columns, which gathers all of A, whose columns lie apart.
  const std::vector<rt::placement::MeshAxis> columns{{4, 1}};
  const auto a = graphs::stored({4096, 4096}, columns, 4);
  const auto b = graphs::stored({4096, 4096}, columns, 4);
  auto c = graphs::einsum("ij,jk->ik", {a, b});
  c->pins.plan = "broadcast_left";
  rt::planner::PlanOptions options;
  options.panel_bytes = 1 << 21;
  const Plan packed = rt::planner::plan_for({c}, {c}, 4, options);
  const Plan in_place = product(4096, 4, {0, 0, 0, 0}, 1);
  for (const Plan* plan : {&packed, &in_place}) {
    const auto exchanges = steps_of(*plan, StepKind::exchange);
    CHECK(exchanges.size() >= 4);
    for (const auto& step : exchanges) CHECK(step.ahead == 1);
  }
}

TEST_CASE("an operand that came whole makes no slice of a product wait") {
  const int sites = 2;
  const std::int64_t n = 4096;
  const std::vector<rt::placement::MeshAxis> rows{{sites, 0}};
  const auto passed_by_panels_times = [&](const rt::tra::NodePtr& a) {
    auto c = graphs::einsum("ij,jk->ik", {a, graphs::stored({n, n}, rows, sites)});
    c->pins.plan = "broadcast_right";
    rt::planner::PlanOptions options;
    options.panel_bytes = 1 << 21;
    options.disabled_passes = {"reduce_panels", "critical_path"};
    const Plan plan = rt::planner::plan_for({c}, {c}, sites, options);
    std::vector<int> passed;
    const std::vector<int> begins = rt::schedule::begins_of(plan);
    for (std::size_t s = 0; s < begins.size(); ++s) {
      const bool panel = plan.steps[s].ahead > 1 && rt::schedule::has_messages(plan, plan.steps[s]);
      if (panel) passed.push_back(kernels_passed(plan, begins, s));
    }
    return passed;
  };
  const auto stored = passed_by_panels_times(graphs::stored({n, n}, rows, sites));
  auto sum = graphs::einsum(
      "ki,kj->ij", {graphs::stored({64, n}, rows, sites), graphs::stored({64, n}, rows, sites)});
  sum->pins.plan = "cross_product";  // contributions of all sites, which an exchange adds up
  REQUIRE(stored.size() == 8);
  const auto added_up = passed_by_panels_times(sum);
  REQUIRE(added_up.size() == stored.size());
  // The first ones cannot begin before the sum is there, or travels.
  CHECK(std::equal(stored.begin() + 3, stored.end(), added_up.begin() + 3));
}

TEST_CASE("how far ahead exchanges begin is saved, and all sites must agree on it") {
  Plan plan = product(1200, 2, {}, 1 << 18);
  const auto agreed = rt::plan::fingerprint_of_run(plan);
  const Plan loaded = rt::plan::load(rt::plan::save(plan), "a text").plan;
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    CHECK(loaded.steps[s].ahead == plan.steps[s].ahead);
  }
  plan.steps.back().ahead = 2;
  CHECK(rt::plan::fingerprint_of_run(plan) != agreed);
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
