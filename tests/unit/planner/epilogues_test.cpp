// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <relatile/cost/peak_memory.hpp>
#include <relatile/plan/verify.hpp>
#include <relatile/planner/epilogues.hpp>
#include <relatile/planner/plan_for.hpp>
#include <vector>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace rt = relatile;
using rt::plan::Plan;
using rt::plan::StepKind;

namespace {

/// f(A B), with A stored by rows and B everywhere, so that nothing moves.
Plan mapped_product(std::int64_t rows, std::int64_t summed, std::int64_t cols, int sites) {
  const auto a = graphs::stored({rows, summed}, {{sites, 0}}, sites);
  const auto b = graphs::stored({summed, cols}, {{sites, -1}}, sites);
  const auto f = graphs::elementwise({graphs::einsum("ij,jk->ik", {a, b})});
  rt::planner::PlanOptions options;
  options.epilogues = false;
  const Plan plan = rt::planner::plan_for({f}, {f}, sites, options);
  REQUIRE(plan.traffic().total().value == 0);
  return plan;
}

}  // namespace

TEST_CASE("a product and its map run panel by panel, and the product is never there as a whole") {
  for (int sites : {1, 2, 3}) {
    const Plan whole = mapped_product(6000, 64, 2000, sites);
    const Plan panels = rt::planner::with_epilogues(whole, rt::plan::default_message_limit);
    rt::plan::verify(panels);
    CHECK(panels.steps.size() > whole.steps.size() + 4);
    CHECK(panels.total_flops().value == whole.total_flops().value);
    const auto share = [&](std::int64_t rows) { return rt::aligned_size(rows * 2000 * 8); };
    const auto peak = rt::cost::plan_peak(panels).peak;
    CHECK(peak.results == share((6000 + sites - 1) / sites));
    CHECK(peak.arena > 0);
    const rt::planner::EpilogueLimits limits;
    CHECK(peak.arena <= std::max(limits.panel_bytes, share(2 * limits.fewest_rows)));
  }
}

TEST_CASE("a product that fits a cache, or takes long enough, is left whole") {
  for (const auto& plan : {mapped_product(300, 64, 200, 2), mapped_product(6000, 200, 2000, 2)}) {
    const Plan same = rt::planner::with_epilogues(plan, rt::plan::default_message_limit);
    CHECK(same.steps.size() == plan.steps.size());
  }
}

TEST_CASE("a product that is a result, or has another reader, is left whole") {
  const auto a = graphs::stored({3000, 64}, {{2, 0}}, 2);
  const auto b = graphs::stored({64, 2000}, {{2, -1}}, 2);
  const auto c = graphs::einsum("ij,jk->ik", {a, b});
  const auto f = graphs::elementwise({c});
  rt::planner::PlanOptions options;
  options.epilogues = false;
  const Plan kept = rt::planner::plan_for({f}, {f, c}, 2, options);
  CHECK(rt::planner::with_epilogues(kept, rt::plan::default_message_limit).steps.size() ==
        kept.steps.size());
}
