// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/passes/step_order.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"

namespace relatile::pass {

RELATILE_INLINE plan::Plan reordered(const plan::Plan& plan, const std::vector<int>& order) {
  plan::Plan result = plan;
  std::vector<int> now(plan.values.size(), -1);
  result.steps.clear();
  result.values.clear();
  for (int s : order) {
    plan::Step step = nth(plan.steps, s);
    for (int& input : step.inputs) input = nth(now, input);
    int& output = nth(now, step.output);
    if (output < 0) {
      output = static_cast<int>(result.values.size());
      result.values.push_back(nth(plan.values, step.output));
    }
    step.output = output;
    result.steps.push_back(std::move(step));
  }
  for (auto& kept : result.results) kept.second = nth(now, kept.second);
  return result;
}

RELATILE_INLINE DepthFirst::DepthFirst(const plan::Plan& plan, std::vector<std::int64_t> bytes)
    : plan_(plan), bytes_(std::move(bytes)), maker_(plan.values.size(), -1) {
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    nth(maker_, plan.steps[s].output) = static_cast<int>(s);
  }
  set_needs();
}

RELATILE_INLINE std::vector<int> DepthFirst::order(OperandOrder operands) const {
  std::vector<int> order;
  std::vector<char> done(plan_.steps.size(), 0);
  std::vector<char> is_read(plan_.values.size(), 0);
  for (const auto& step : plan_.steps) {
    for (int input : step.inputs) nth(is_read, input) = 1;
  }
  for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
    if (!nth(is_read, plan_.steps[s].output)) {
      visit(static_cast<int>(s), operands, done, order);
    }
  }
  return order;
}

RELATILE_INLINE void DepthFirst::visit(int last, OperandOrder operands, std::vector<char>& done,
                                       std::vector<int>& order) const {
  std::vector<std::pair<int, bool>> stack{{last, false}};
  while (!stack.empty()) {
    const auto [s, ready] = stack.back();
    stack.pop_back();
    if (nth(done, s)) continue;
    if (ready) {
      nth(done, s) = 1;
      order.push_back(s);
      continue;
    }
    stack.emplace_back(s, true);
    std::vector<int> before = makers(s, operands);
    for (auto it = before.rbegin(); it != before.rend(); ++it) stack.emplace_back(*it, false);
  }
}

RELATILE_INLINE std::vector<int> DepthFirst::makers(int s, OperandOrder operands) const {
  std::vector<int> before;
  for (int input : nth(plan_.steps, s).inputs) {
    before.push_back(nth(maker_, input));
  }
  if (operands == OperandOrder::last_to_first) std::reverse(before.begin(), before.end());
  if (operands == OperandOrder::neediest_first) {
    sort_stably(before, [&](int a, int b) { return nth(excess_, a) > nth(excess_, b); });
  }
  return before;
}

RELATILE_INLINE void DepthFirst::set_needs() {
  excess_.assign(plan_.steps.size(), 0);
  for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
    std::vector<int> before;
    for (int input : plan_.steps[s].inputs) {
      before.push_back(nth(maker_, input));
    }
    sort_stably(before, [&](int a, int b) { return nth(excess_, a) > nth(excess_, b); });
    std::int64_t held = 0;
    std::int64_t most = 0;
    for (int one : before) {
      const auto at = static_cast<std::size_t>(one);
      most = std::max(most, held + bytes_[at] + excess_[at]);
      held += bytes_[at];
    }
    most = std::max(most, held + bytes_[s]);
    excess_[s] = most - bytes_[s];
  }
}

}  // namespace relatile::pass
