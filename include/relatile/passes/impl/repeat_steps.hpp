// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/passes/repeat_steps.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/passes/step_order.hpp"

namespace relatile::pass {
namespace detail {

/// Whether all of a value is made by kernels on what sites hold, and forgotten once it is read.
inline bool is_made_by_kernels(const plan::Plan& plan, const plan::Step& step) {
  if (step.kind != plan::StepKind::local || step.slice.count > 1) return false;
  if (nth(plan.values, step.output).partial) return false;
  return std::none_of(plan.results.begin(), plan.results.end(),
                      [&](const auto& kept) { return kept.second == step.output; });
}

inline bool reads(const plan::Step& step, int value) {
  return std::find(step.inputs.begin(), step.inputs.end(), value) != step.inputs.end();
}

/// The first step after `fullest` that reads what step `s` makes; -1 unless steps on both sides of
/// that one do, and itself does not.
inline int reader_after(const plan::Plan& plan, int s, int fullest) {
  const int made = nth(plan.steps, s).output;
  bool before = false;
  for (int at = s + 1; at < static_cast<int>(plan.steps.size()); ++at) {
    if (!reads(nth(plan.steps, at), made)) continue;
    if (at == fullest) return -1;
    if (at > fullest) return before ? at : -1;
    before = true;
  }
  return -1;
}

inline Flops flops_of(const plan::Step& step) {
  Flops all;
  for (const Flops& of_site : *step.flops) all += of_site;
  return all;
}

}  // namespace detail

RELATILE_INLINE std::optional<Repeat> Repeat::of(const plan::Plan& plan, const Lives& lives, int s,
                                                 int fullest) {
  if (!detail::is_made_by_kernels(plan, nth(plan.steps, s))) return std::nullopt;
  Repeat repeat;
  repeat.before = detail::reader_after(plan, s, fullest);
  if (repeat.before < 0) return std::nullopt;
  const std::vector<int> makers = plan.makers();
  const std::int64_t small = nth(lives.bytes, nth(plan.steps, s).output) / small_share;
  std::set<int> steps;
  std::vector<int> left{s};
  while (!left.empty()) {
    const int one = left.back();
    left.pop_back();
    if (!steps.insert(one).second) continue;
    if (steps.size() > most_steps) return std::nullopt;
    const plan::Step& step = nth(plan.steps, one);
    repeat.flops += detail::flops_of(step);
    for (const int input : step.inputs) {
      const int maker = nth(makers, input);
      const bool is_there =
          nth(lives.last_use, input) >= repeat.before || nth(lives.bytes, input) <= small;
      if (!is_there && detail::is_made_by_kernels(plan, nth(plan.steps, maker))) {
        left.push_back(maker);
      }
    }
  }
  repeat.steps.assign(steps.begin(), steps.end());
  return repeat;
}

RELATILE_INLINE plan::Plan with_repeat(const plan::Plan& plan, const Repeat& repeat) {
  plan::Plan twice = plan;
  std::vector<int> second(plan.values.size());
  for (std::size_t v = 0; v < second.size(); ++v) second[v] = static_cast<int>(v);
  std::vector<int> order;
  for (int s = 0; s < repeat.before; ++s) order.push_back(s);
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
