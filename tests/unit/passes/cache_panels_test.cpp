// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <relatile/cost/panels_in_cache.hpp>
#include <relatile/cost/time.hpp>
#include <relatile/passes/cache_panels.hpp>
#include <relatile/plan/check.hpp>
#include <relatile/plan/text/print.hpp>
#include <relatile/plan/verify.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/schedule/peak_memory.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace cache_panels_test {

namespace rt = relatile;
using rt::plan::Plan;
using rt::plan::StepKind;

namespace {

Plan plan_of(const std::vector<rt::tra::NodePtr>& roots,
             const std::vector<rt::tra::NodePtr>& results, int sites) {
  Plan plan = rt::planner::plan_for(roots, results, sites, {});
  rt::plan::verify(plan);
  rt::plan::PlanCheck(plan).run();
  return plan;
}

/// Values that are made slice by slice.
int steps_in_slices(const Plan& plan) {
  int count = 0;
  for (const auto& step : plan.steps) {
    count += step.slice.count > 1 && step.slice.index == 0 ? 1 : 0;
  }
  return count;
}

/// What the first site's kernels read and write of panels.
std::int64_t bytes_in_cache(const Plan& plan) {
  const rt::cost::PanelsInCache panels(plan);
  std::int64_t bytes = 0;
  for (const auto& step : plan.steps) {
    const bool computes = step.kind == StepKind::local && !step.iteration.empty();
    if (computes) bytes += panels.bytes_of(step, 0).value;
  }
  return bytes;
}

/// f(A B), with A stored by rows and B everywhere, so that nothing moves.
Plan mapped_product(std::int64_t rows, std::int64_t summed, std::int64_t cols, int sites) {
  const auto a = graphs::stored({rows, summed}, {{sites, 0}}, sites);
  const auto b = graphs::stored({summed, cols}, {{sites, -1}}, sites);
  const auto f = graphs::elementwise({graphs::einsum("ij,jk->ik", {a, b})});
  rt::planner::PlanOptions options;
  options.cache.panel_bytes = 0;
  const Plan plan = rt::planner::plan_for({f}, {f}, sites, options);
  REQUIRE(plan.traffic().total().value == 0);
  return plan;
}

}  // namespace

TEST_CASE("what passes from panel to panel is predicted to cost less than memory") {
  const rt::cost::Machine machine;
  for (int sites : {1, 3}) {
    const Plan whole = mapped_product(6000, 64, 2000, sites);
    const Plan panels = rt::pass::with_cache_panels(whole, rt::plan::default_message_limit,
                                                    rt::pass::CacheLimits{});
    CHECK(bytes_in_cache(whole) == 0);
    const std::int64_t in_cache = bytes_in_cache(panels);
    // Written by the product and read by the map, on the site with the most rows.
    CHECK(in_cache == 2 * 8 * (6000 / sites) * 2000);
    const double memory = static_cast<double>(in_cache) / machine.memory_bandwidth;
    CHECK(rt::cost::seconds_of(machine, panels).value <
          rt::cost::seconds_of(machine, whole).value - 0.25 * memory);
  }
}

TEST_CASE("a product and its map run panel by panel, and the product is never there as a whole") {
  for (int sites : {1, 2, 3}) {
    const Plan whole = mapped_product(6000, 64, 2000, sites);
    const Plan panels = rt::pass::with_cache_panels(whole, rt::plan::default_message_limit,
                                                    rt::pass::CacheLimits{});
    rt::plan::verify(panels);
    CHECK(panels.steps.size() > whole.steps.size() + 4);
    CHECK(panels.total_flops().value == whole.total_flops().value);
    const auto share = [&](std::int64_t rows) { return rt::aligned_size(rows * 2000 * 8); };
    const auto peak = rt::schedule::plan_peak(panels).peak;
    CHECK(peak.results == share((6000 + sites - 1) / sites));
    CHECK(peak.arena > 0);
    const rt::pass::CacheLimits limits;
    CHECK(peak.arena <= std::max(limits.panel_bytes, share(2 * limits.fewest_rows)));
  }
}

TEST_CASE("a product that fits a cache, or takes long enough, is left whole") {
  for (const auto& plan : {mapped_product(300, 64, 200, 2), mapped_product(6000, 1200, 2000, 2)}) {
    const Plan same =
        rt::pass::with_cache_panels(plan, rt::plan::default_message_limit, rt::pass::CacheLimits{});
    CHECK(same.steps.size() == plan.steps.size());
  }
}

TEST_CASE("a product that is a result, or has another reader, is left whole") {
  const auto a = graphs::stored({3000, 64}, {{2, 0}}, 2);
  const auto b = graphs::stored({64, 2000}, {{2, -1}}, 2);
  const auto c = graphs::einsum("ij,jk->ik", {a, b});
  const auto f = graphs::elementwise({c});
  CHECK(steps_in_slices(plan_of({f}, {f}, 2)) == 1);
  CHECK(steps_in_slices(plan_of({f}, {f, c}, 2)) == 0);
}

TEST_CASE("steps that follow each other pass on panels, and sums of panels add up") {
  for (int sites : {1, 2, 3}) {
    const auto x = graphs::stored({60000, 32}, {{sites, 0}}, sites);
    const auto w = graphs::stored({32, 64}, {{sites, -1}}, sites);
    const auto scores = graphs::einsum("ij,jk->ik", {x, w});
    const auto best = graphs::einsum("ik->i", {scores});
    const auto share = graphs::einsum("ik,i->ik", {scores, best});
    const auto sums = graphs::einsum("ik,ij->kj", {share, x});
    const auto counts = graphs::einsum("ik->k", {share});
    const Plan plan = plan_of({sums, counts}, {sums, counts}, sites);
    CHECK(steps_in_slices(plan) == 2);  // what is summed: the others' outputs are never whole
    for (const auto& step : plan.steps) {
      if (step.slice.count > 1) CHECK(step.slice.adds);
      if (step.slice.count > 1) CHECK(step.slice.label == "i");
    }
    const rt::pass::CacheLimits limits;
    CHECK(rt::schedule::plan_peak(plan).peak.arena < 2 * limits.panel_bytes);
  }
}

TEST_CASE("what needs all of a sum waits for all panels") {
  const auto x = graphs::stored({60000, 64}, {{1, 0}}, 1);
  const auto w = graphs::stored({64, 64}, {{1, -1}}, 1);
  const auto y = graphs::einsum("ij,jk->ik", {x, w});
  const auto mean = graphs::einsum("ik->k", {y});
  const auto centred = graphs::elementwise({y, mean});
  const auto norms = graphs::einsum("ik,ik->i", {centred, centred});
  // y is read twice, so it is stored; what is centred passes to the norms.
  const Plan plan = plan_of({norms}, {norms}, 1);
  CHECK(steps_in_slices(plan) == 1);
  int whole = 0;
  for (const auto& step : plan.steps) {
    if (step.node == plan.steps.back().node) CHECK(step.slice.count > 1);
    whole += step.kind == StepKind::local && step.slice.count == 1 &&
             step.iteration[0].count() >= 60000 * 64;
  }
  CHECK(whole == 2);  // y, and the mean of it
}

TEST_CASE("several labels are cut where one is too short") {
  const auto q = graphs::stored({4, 8, 1024, 64}, {{1, 0}}, 1);
  const auto k = graphs::stored({4, 8, 1024, 64}, {{1, 0}}, 1);
  const auto scores = graphs::einsum("bhsd,bhtd->bhst", {q, k});
  const auto best = graphs::einsum("bhst->bhs", {scores});
  const auto weights = graphs::einsum("bhst,bhs->bhst", {scores, best});
  const auto out = graphs::einsum("bhst,bhtd->bhsd", {weights, k});
  const Plan plan = plan_of({out}, {out}, 1);
  REQUIRE(steps_in_slices(plan) == 1);
  CHECK(plan.steps.back().slice.label == "b,h,s");
  CHECK(plan.steps.back().slice.count == 4 * 8 * 4);
  CHECK_FALSE(plan.steps.back().slice.adds);

  // Explained in a line a step.
  std::ostringstream text;
  rt::plan::print(text, plan);
  CHECK_THAT(text.str(), Catch::Matchers::ContainsSubstring("in 128 slices b,h,s"));
  const std::string flops = rt::grouped(plan.total_flops().value);
  CHECK_THAT(text.str(), Catch::Matchers::ContainsSubstring(flops + " flops"));
  const std::string lines = text.str();
  CHECK(std::count(lines.begin(), lines.end(), '\n') == 1 + 2 + 4 + 1);
}

TEST_CASE("what is no product of matrices does not limit the number of panels") {
  const auto x = graphs::stored({200, 200, 200}, {{1, 0}}, 1);
  const auto b = graphs::stored({200, 100}, {{1, 0}}, 1);
  const auto products = graphs::einsum("ijk,kf->ijf", {x, b});
  const auto sums = graphs::einsum("ijf,jf->if", {products, b});
  const Plan plan = plan_of({sums}, {sums}, 1);
  REQUIRE(steps_in_slices(plan) == 1);
  CHECK(plan.steps.back().slice.label == "i");
  CHECK(plan.steps.back().slice.count == 8);  // of 4 MB, though 200 rows are fewer than 256

  // Multiplied by a matrix, 200 rows would be.
  const auto c = graphs::stored({200, 100, 100}, {{1, 0}}, 1);
  const auto rows = graphs::einsum("ijf,jfg->ig", {products, c});
  CHECK(steps_in_slices(plan_of({rows}, {rows}, 1)) == 1);
  CHECK(plan_of({rows}, {rows}, 1).steps.back().slice.label == "j");
}

TEST_CASE("a cap on memory that is no limit changes nothing") {
  const auto a = graphs::stored({3000, 64}, {{2, 0}}, 2);
  const auto b = graphs::stored({64, 2000}, {{2, -1}}, 2);
  const auto f = graphs::elementwise({graphs::einsum("ij,jk->ik", {a, b})});
  const Plan free = rt::planner::plan_for({f}, {f}, 2, {});
  rt::planner::PlanOptions capped;
  capped.memory_per_rank = rt::schedule::plan_peak(free).peak.total();
  const Plan plan = rt::planner::plan_for({f}, {f}, 2, capped);
  CHECK(steps_in_slices(plan) == 1);
  CHECK(plan.steps.size() == free.steps.size());
  CHECK(plan.peak_memory.value == capped.memory_per_rank);
}

TEST_CASE("plans stay short: what would take too many slices is cut less, or not at all") {
  for (int sites : {1, 64}) {
    const auto x = graphs::stored({sites * std::int64_t(1000000), 32}, {{sites, 0}}, sites);
    const auto w = graphs::stored({32, 64}, {{sites, -1}}, sites);
    const auto y = graphs::elementwise({graphs::einsum("ij,jk->ik", {x, w})});
    const auto sums = graphs::einsum("ik,ij->kj", {y, x});
    rt::planner::PlanOptions options;
    options.cache.most_boxes = 3 * 64 * 50;
    const Plan plan = rt::planner::plan_for({sums}, {sums}, sites, options);
    CHECK(steps_in_slices(plan) == 1);
    CHECK(std::int64_t(plan.steps.size()) * sites < options.cache.most_boxes + 10 * sites);
    options.cache.most_boxes = 3 * 64 * 20;  // 25 MB each would not stay in cache
    CHECK((steps_in_slices(rt::planner::plan_for({sums}, {sums}, sites, options)) == 0) ==
          (sites == 64));
  }
}

}  // namespace cache_panels_test
