// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/passes/repeat_steps.hpp>

#include <algorithm>
#include <vector>

#include <relatile/plan/verify.hpp>
#include <relatile/planner/plan_for.hpp>
#include <relatile/schedule/memory_plan.hpp>

#include "support/catch.hpp"
#include "support/graphs.hpp"

namespace repeat_steps_test {

namespace rt = relatile;
using rt::pass::Repeat;
using rt::plan::Plan;
using rt::plan::StepKind;

namespace {

/// y = x x, s = y y, z = s y: what makes y is read by what makes s, and later.
Plan read_twice(int sites) {
  const auto x = graphs::stored({60, 60}, {{sites, 0}}, sites);
  const auto y = graphs::matmul(x, x);
  const auto s = graphs::matmul(graphs::matmul(y, y), graphs::matmul(x, y));
  const auto z = graphs::matmul(s, y);
  Plan plan = rt::planner::plan_for({z}, {z}, sites, {});
  rt::plan::verify(plan);
  return plan;
}

Repeat::Lives lives_of(const Plan& plan) {
  const auto memory = rt::schedule::plan_memory(plan, 0);
  Repeat::Lives lives{memory.last_use, {}};
  for (const int owner : memory.owner) {
    lives.bytes.push_back(memory.value_bytes[static_cast<std::size_t>(owner)]);
  }
  return lives;
}

}  // namespace

TEST_CASE("what is read before and after a step can be made again after it, by kernels alone") {
  for (const int sites : {1, 2, 3}) {
    const Plan plan = read_twice(sites);
    const auto lives = lives_of(plan);
    const rt::pass::ValueUses uses(plan);
    int found = 0;
    for (int s = 0; s < static_cast<int>(plan.steps.size()); ++s) {
      for (int fullest = s; fullest < static_cast<int>(plan.steps.size()); ++fullest) {
        const auto repeat = Repeat::of(plan, uses, lives, s, fullest);
        if (!repeat) continue;
        ++found;
        CAPTURE(sites, s, fullest, repeat->before);
        CHECK(plan.steps[static_cast<std::size_t>(s)].kind == StepKind::local);
        CHECK(repeat->steps.back() == s);
        CHECK(repeat->before > fullest);
        const Plan twice = rt::pass::with_repeat(plan, *repeat);
        rt::plan::verify(twice);
        CHECK(twice.steps.size() == plan.steps.size() + repeat->steps.size());
        CHECK(rt::pass::repeated_steps(twice) == static_cast<int>(repeat->steps.size()));
        CHECK(twice.traffic().sent == plan.traffic().sent);
        CHECK(twice.total_flops() == plan.total_flops() + repeat->flops);
        // Nothing that reads the first copy comes after the second one.
        const int made = plan.steps[static_cast<std::size_t>(s)].output;
        for (int at = repeat->before; at < static_cast<int>(twice.steps.size()); ++at) {
          const auto& inputs = twice.steps[static_cast<std::size_t>(at)].inputs;
          CHECK(std::find(inputs.begin(), inputs.end(), made) == inputs.end());
        }
      }
    }
    CHECK(found > 0);
    CHECK(rt::pass::repeated_steps(plan) == 0);
  }
}

TEST_CASE("results are not made again, nor what is read only once, or while memory is fullest") {
  const auto x = graphs::stored({60, 60}, {{1, 0}}, 1);
  const auto y = graphs::matmul(x, x);
  const auto z = graphs::matmul(graphs::matmul(y, y), y);
  const Plan kept = rt::planner::plan_for({y, z}, {y, z}, 1, {});
  const auto product = graphs::matmul(y, x);
  const Plan once = rt::planner::plan_for({product}, {product}, 1, {});
  for (const Plan& plan : {kept, once}) {
    const auto lives = lives_of(plan);
    const rt::pass::ValueUses uses(plan);
    for (int s = 0; s < static_cast<int>(plan.steps.size()); ++s) {
      for (int fullest = s; fullest < static_cast<int>(plan.steps.size()); ++fullest) {
        CHECK_FALSE(Repeat::of(plan, uses, lives, s, fullest));
      }
    }
  }
  const Plan plan = rt::planner::plan_for({z}, {z}, 1, {});
  const auto lives = lives_of(plan);
  const rt::pass::ValueUses uses(plan);
  for (int s = 0; s < static_cast<int>(plan.steps.size()); ++s) {
    for (int at = s + 1; at < static_cast<int>(plan.steps.size()); ++at) {
      const auto& inputs = plan.steps[static_cast<std::size_t>(at)].inputs;
      const int made = plan.steps[static_cast<std::size_t>(s)].output;
      if (std::find(inputs.begin(), inputs.end(), made) == inputs.end()) continue;
      CHECK_FALSE(Repeat::of(plan, uses, lives, s, at));
    }
  }
}

}  // namespace repeat_steps_test
