// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/passes/repeat_steps.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/passes/step_order.hpp"
#include "relatile/plan/step_facts.hpp"

namespace relatile::pass {
namespace detail {

/// Whether all of a value is made by kernels on what sites hold, and forgotten once it is read.
inline bool is_made_by_kernels(const plan::Plan& plan, const ValueUses& uses, int s) {
  const plan::Step& step = nth(plan.steps, s);
  return step.kind == plan::StepKind::local && step.slice.count == 1 &&
         !nth(plan.values, step.output).partial && !nth(uses.kept, step.output);
}

/// The first of these readers after `fullest`; -1 unless there are some on both sides of that one,
/// and it is none itself.
inline int reader_after(const std::vector<int>& readers, int fullest) {
  const auto after = std::lower_bound(readers.begin(), readers.end(), fullest);
  const bool on_both_sides = after != readers.begin() && after != readers.end();
  return on_both_sides && *after != fullest ? *after : -1;
}

}  // namespace detail

RELATILE_INLINE std::optional<Repeat> Repeat::of(const plan::Plan& plan, const ValueUses& uses,
                                                 const Lives& lives, int s, int fullest) {
  if (!detail::is_made_by_kernels(plan, uses, s)) return std::nullopt;
  const int made = nth(plan.steps, s).output;
  Repeat repeat;
  repeat.before = detail::reader_after(nth(uses.steps, made), fullest);
  if (repeat.before < 0) return std::nullopt;
  const std::int64_t small = nth(lives.bytes, made) / small_share;
  std::set<int> steps;
  std::vector<int> left{s};
  while (!left.empty()) {
    const int one = left.back();
    left.pop_back();
    if (!steps.insert(one).second) continue;
    if (steps.size() > most_steps) return std::nullopt;
    const plan::Step& step = nth(plan.steps, one);
    repeat.flops += plan::total_flops(step);
    for (const int input : step.inputs) {
      const int maker = nth(uses.makers, input);
      const bool is_there =
          nth(lives.last_use, input) >= repeat.before || nth(lives.bytes, input) <= small;
      if (!is_there && detail::is_made_by_kernels(plan, uses, maker)) left.push_back(maker);
    }
  }
  repeat.steps.assign(steps.begin(), steps.end());
  return repeat;
}

RELATILE_INLINE plan::Plan with_repeat(const plan::Plan& plan, const Repeat& repeat) {
  plan::Plan twice = plan;
  std::vector<int> second(plan.values.size());
  std::iota(second.begin(), second.end(), 0);
  std::vector<int> order(static_cast<std::size_t>(repeat.before));
  std::iota(order.begin(), order.end(), 0);
  for (const int s : repeat.steps) {
    plan::Step again = nth(plan.steps, s);
    for (int& input : again.inputs) input = nth(second, input);
    again.output = static_cast<int>(twice.values.size());
    twice.values.push_back(nth(plan.values, nth(plan.steps, s).output));
    nth(second, nth(plan.steps, s).output) = again.output;
    order.push_back(static_cast<int>(twice.steps.size()));
    twice.steps.push_back(std::move(again));
  }
  for (int s = repeat.before; s < static_cast<int>(plan.steps.size()); ++s) {
    for (int& input : nth(twice.steps, s).inputs) input = nth(second, input);
    order.push_back(s);
  }
  return reordered(twice, order);
}

RELATILE_INLINE int repeated_steps(const plan::Plan& plan) {
  std::set<std::tuple<int, std::string, std::string>> seen;
  int repeated = 0;
  for (const plan::Step& step : plan.steps) {
    if (step.kind != plan::StepKind::local || step.slice.count > 1) continue;
    const auto& made = nth(plan.values, step.output);
    repeated += seen.emplace(step.node, step.layout, made.placement.text).second ? 0 : 1;
  }
  return repeated;
}

}  // namespace relatile::pass
