// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/exhaustive.hpp"

#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"

namespace relatile::planner {

RELATILE_INLINE Exhaustive::Exhaustive(const Problem& problem, std::int64_t most_steps)
    : problem_(problem), steps_left_(most_steps), parts_(size()), taken_(size(), -1) {
  for (int n = 0; n < problem.size(); ++n) price_node(n);
  for (int n = 0; n < problem.size(); ++n) {
    if (problem.member(n).chooses()) order_.push_back(n);
    if (problem.member(n).supplier == n) bounds_.push_back({n, least_option(n).first});
  }
}

RELATILE_INLINE std::optional<Assignment> Exhaustive::solve() {
  if (!problem_.objective().additive()) return std::nullopt;
  best_.price = Price::impossible();
  descend(0);
  if (steps_left_ <= 0) return std::nullopt;
  best_.optimal = problem_.complete() && !problem_.may_join_more(best_.price);
  best_.planner = "exhaustive";
  return best_;
}

RELATILE_INLINE void Exhaustive::price_node(int n) {
  const Member& m = problem_.member(n);
  works_.emplace_back();
  if (m.supplier == n) {
    add_part(
        n, n,
        [&](int c) { return std::vector<int>{m.chooses() ? problem_.candidate(n, c).stored : 0}; },
        [&](int c, int o) { return problem_.offer_price(n, c, o); });
  }
  const int num_candidates = m.chooses() ? static_cast<int>(m.space->candidates.size()) : 0;
  for (int c = 0; c < num_candidates; ++c) works_.back().push_back(problem_.work_price(n, c));
  for (int slot = 0; m.chooses() && slot < problem_.num_slots(n); ++slot) {
    add_part(
        problem_.member(problem_.operand(n, slot)).supplier, n,
        [&](int c) { return needs_of_value(n, slot, c); },
        [&](int c, int o) { return problem_.read_price(n, slot, c, o); });
  }
}

RELATILE_INLINE std::vector<int> Exhaustive::needs_of_value(int n, int slot, int c) const {
  std::vector<int> needs;
  for (int other = 0; other < problem_.num_slots(n); ++other) {
    if (problem_.operand(n, other) != problem_.operand(n, slot)) continue;
    needs.push_back(nth(problem_.candidate(n, c).needs, other));
  }
  return needs;
}

RELATILE_INLINE std::pair<double, int> Exhaustive::least_option(int supplier) {
  sums_.assign(static_cast<std::size_t>(problem_.output_layouts(supplier).num_options()), 0);
  for (const Part& part : nth(parts_, supplier)) {
    const int c = problem_.member(part.chooser).chooses() ? nth(taken_, part.chooser) : 0;
    const auto& row = c < 0 ? part.least : nth(part.rows, nth(part.row_of, c));
    for (std::size_t o = 0; o < row.size(); ++o) sums_[o] += row[o];
  }
  const auto least = std::min_element(sums_.begin(), sums_.end());
  return {*least, static_cast<int>(least - sums_.begin())};
}

RELATILE_INLINE Price Exhaustive::bound() const {
  Price total;
  for (int n : order_) {
    const auto& works = nth(works_, n);
    const int c = nth(taken_, n);
    total = total + (c < 0 ? *std::min_element(works.begin(), works.end()) : nth(works, c));
  }
  for (const Bound& bound : bounds_) total.cost += bound.cost;
  return total;
}

RELATILE_INLINE void Exhaustive::renew_bounds(int n) {
  for (Bound& bound : bounds_) {
    const auto& parts = nth(parts_, bound.supplier);
    const bool depends = std::any_of(parts.begin(), parts.end(),
                                     [&](const Part& part) { return part.chooser == n; });
    if (depends) bound.cost = least_option(bound.supplier).first;
  }
}

RELATILE_INLINE void Exhaustive::descend(std::size_t depth) {
  if (depth == order_.size()) {
    note();
    return;
  }
  const int n = order_[depth];
  const auto at = static_cast<std::size_t>(n);
  std::vector<std::pair<Price, int>> branches;
  for (int c = 0; c < static_cast<int>(works_[at].size()); ++c) {
    --steps_left_;
    taken_[at] = c;
    renew_bounds(n);
    const Price least = bound();
    if (least < best_.price) branches.emplace_back(least, c);
  }
  sort_stably(branches, [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [least, c] : branches) {
    if (steps_left_ <= 0 || !(least < best_.price)) break;
    taken_[at] = c;
    renew_bounds(n);
    descend(depth + 1);
  }
  taken_[at] = -1;
  renew_bounds(n);
}

RELATILE_INLINE void Exhaustive::note() {
  const Price total = bound();
  if (!(total < best_.price)) return;
  best_.price = total;
  best_.candidate.clear();
  best_.option.assign(size(), 0);
  for (int c : taken_) best_.candidate.push_back(std::max(c, 0));
  for (const Bound& bound : bounds_) {
    nth(best_.option, bound.supplier) = least_option(bound.supplier).second;
  }
}

}  // namespace relatile::planner
