// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <omp.h>

#include <relatile/engine/consecutive_kernels.hpp>
#include <relatile/planner/plan_for.hpp>
#include <vector>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace consecutive_kernels_test {

namespace rt = relatile;
using rt::engine::ConsecutiveKernels;
using rt::plan::Plan;
using rt::plan::StepKind;

namespace {

Plan plan_of(const rt::tra::NodePtr& root, int sites) {
  return rt::planner::plan_for({root}, {root}, sites, {});
}

/// The number of the first step of a kind from step `s` on.
std::size_t next(const Plan& plan, StepKind kind, std::size_t s = 0) {
  while (s < plan.steps.size() && plan.steps[s].kind != kind) ++s;
  return s;
}

}  // namespace

TEST_CASE("kernels follow each other until something else comes, and large ones take threads") {
  const int before = omp_get_max_threads();
  omp_set_num_threads(2);
  const auto a = graphs::stored({300, 300}, {{1, 0}}, 1);
  const auto small = graphs::stored({2, 3}, {{1, 0}}, 1);
  const auto product = graphs::matmul(graphs::matmul(a, a), graphs::matmul(a, a));
  const Plan large_only = plan_of(product, 1);
  const std::size_t first = next(large_only, StepKind::local);
  const auto large = ConsecutiveKernels::from(large_only, first, {0});
  CHECK(large.end == large_only.steps.size());
  CHECK(large.on_threads >= 2);
  CHECK(ConsecutiveKernels::from(large_only, large.end, {0}).end == large.end);
  CHECK(ConsecutiveKernels::from(large_only, 0, {0}).end == 0);  // what is stored is no kernel

  const Plan tiny = plan_of(graphs::sum(graphs::elementwise({small}), {0}), 1);
  CHECK(ConsecutiveKernels::from(tiny, next(tiny, StepKind::local), {0}).on_threads == 0);

  omp_set_num_threads(1);
  CHECK(ConsecutiveKernels::from(large_only, first, {0}).on_threads == 0);
  omp_set_num_threads(before);
}

TEST_CASE("an exchange ends what follows each other") {
  const auto a = graphs::stored({300, 300}, {{2, 0}}, 2);
  const auto b = graphs::stored({300, 300}, {{2, 1}}, 2);
  const Plan plan = plan_of(graphs::matmul(graphs::matmul(a, b), b), 2);
  const std::size_t exchange = next(plan, StepKind::exchange);
  REQUIRE(exchange < plan.steps.size());
  const std::size_t kernel = next(plan, StepKind::local);
  const auto kernels = ConsecutiveKernels::from(plan, kernel, {0, 1});
  REQUIRE(kernels.end > kernel);
  for (std::size_t s = kernel; s < kernels.end; ++s) CHECK(plan.steps[s].kind == StepKind::local);
  if (kernels.end < plan.steps.size()) CHECK(plan.steps[kernels.end].kind != StepKind::local);
  CHECK(ConsecutiveKernels::from(plan, exchange, {0, 1}).end == exchange);
}

}  // namespace consecutive_kernels_test
