// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/elimination_order.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

#include "relatile/core/nth.hpp"

namespace relatile::planner {

RELATILE_INLINE EliminationOrder::EliminationOrder(std::vector<int> sizes,
                                                   std::vector<std::vector<int>> tables)
    : sizes_(std::move(sizes)), tables_of_(sizes_.size()), seen_(sizes_.size(), 0) {
  for (auto& variables : tables) add_table(std::move(variables));
}

RELATILE_INLINE void EliminationOrder::add_table(std::vector<int> variables) {
  const int id = static_cast<int>(tables_.size());
  for (int variable : variables) nth(tables_of_, variable).push_back(id);
  tables_.push_back(std::move(variables));
}

RELATILE_INLINE std::vector<int> EliminationOrder::scope_of(int variable) const {
  std::vector<int> scope;
  for (int id : nth(tables_of_, variable)) {
    for (int other : nth(tables_, id)) {
      if (other != variable) scope.push_back(other);
    }
  }
  std::sort(scope.begin(), scope.end());
  scope.erase(std::unique(scope.begin(), scope.end()), scope.end());
  return scope;
}

RELATILE_INLINE double EliminationOrder::entries_without(int variable, double most) {
  double product = 1;
  ++looked_;
  nth(seen_, variable) = looked_;
  for (int id : nth(tables_of_, variable)) {
    for (int other : nth(tables_, id)) {
      if (std::exchange(nth(seen_, other), looked_) == looked_) continue;
      product *= size_of(other);
      if (product > most) return std::numeric_limits<double>::infinity();
    }
  }
  return product;
}

RELATILE_INLINE std::optional<std::vector<EliminationOrder::Step>> EliminationOrder::find(
    const Effort& effort) {
  using Entry = std::pair<double, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> next;
  std::vector<double> current(sizes_.size());
  const auto estimate = [&](int variable) {
    const double work = entries_without(variable, effort.widest_table) * size_of(variable);
    nth(current, variable) = work;
    next.push({work, variable});
  };
  for (std::size_t v = 0; v < sizes_.size(); ++v) estimate(static_cast<int>(v));
  std::vector<char> gone(sizes_.size(), 0);
  std::vector<Step> order;
  double steps = 0;
  while (!next.empty()) {
    const auto [work, variable] = next.top();
    next.pop();
    if (nth(gone, variable) || work != nth(current, variable)) continue;
    steps += work;
    if (steps > effort.most_steps) return std::nullopt;
    order.push_back({variable, scope_of(variable)});
    nth(gone, variable) = 1;
    eliminate(order.back());
    for (int other : order.back().scope) estimate(other);
  }
  return order;
}

RELATILE_INLINE void EliminationOrder::eliminate(const Step& step) {
  for (int id : nth(tables_of_, step.variable)) nth(tables_, id).clear();
  for (int other : step.scope) {
    std::erase_if(nth(tables_of_, other), [&](int id) { return nth(tables_, id).empty(); });
  }
  add_table(step.scope);
}

}  // namespace relatile::planner
