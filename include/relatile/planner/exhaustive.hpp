// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "relatile/planner/problem.hpp"

namespace relatile::planner {

/// The oracle: tries every combination of candidates, leaving out branches that can't cost less
/// than the best combination found so far. What nodes offer follows from the candidates: of every
/// node the option that is cheapest with them. It shares no table with the other planners.
///
///   branches  cost at least what is decided, plus the least that every other node's work may cost,
///             plus the least that every node's offer and its reads may cost, each by itself
class Exhaustive {
 public:
  explicit Exhaustive(const Problem& problem, std::int64_t most_steps = 4'000'000)
      : problem_(problem), steps_left_(most_steps), parts_(size()), taken_(size(), -1) {
    for (int n = 0; n < problem.size(); ++n) price_node(n);
    for (int n = 0; n < problem.size(); ++n) {
      if (problem.member(n).chooses()) order_.push_back(n);
      if (problem.member(n).supplier == n) bounds_.push_back({n, least_option(n).first});
    }
  }

  /// The cheapest choice; nothing if there are too many to try, or if the objective is no sum.
  std::optional<Choice> solve() {
    if (!problem_.objective().additive()) return std::nullopt;
    best_.price = Price::impossible();
    descend(0);
    if (steps_left_ <= 0) return std::nullopt;
    best_.optimal = problem_.complete();
    best_.planner = "exhaustive";
    return best_;
  }

 private:
  /// Something that depends on one node's candidate and one node's option: per candidate a row of
  /// prices per option, and the least of all rows.
  struct Part {
    int chooser;  ///< the node whose candidate it depends on
    std::vector<std::vector<double>> rows;
    std::vector<int> row_of;  ///< per candidate
    std::vector<double> least;
  };
  struct Bound {
    int supplier;
    double cost;
  };

  std::size_t size() const { return static_cast<std::size_t>(problem_.size()); }

  void price_node(int n) {
    const Member& m = problem_.member(n);
    works_.emplace_back();
    if (m.supplier == n)
      add_part(n, n, [&](int c, int o) { return problem_.offer_price(n, c, o); });
    const int num_candidates = m.chooses() ? static_cast<int>(m.space->candidates.size()) : 0;
    for (int c = 0; c < num_candidates; ++c) works_.back().push_back(problem_.work_price(n, c));
    for (int slot = 0; m.chooses() && slot < problem_.num_slots(n); ++slot) {
      add_part(problem_.member(problem_.operand(n, slot)).supplier, n,
               [&](int c, int o) { return problem_.read_price(n, slot, c, o); });
    }
  }

  template <class PriceOf>
  void add_part(int supplier, int chooser, PriceOf&& price_of) {
    const Member& m = problem_.member(chooser);
    const int count = m.chooses() ? static_cast<int>(m.space->candidates.size()) : 1;
    const int num_options = problem_.supply(supplier).num_options();
    Part part{chooser, {}, {}, {}};
    part.least.assign(static_cast<std::size_t>(num_options),
                      std::numeric_limits<double>::infinity());
    for (int c = 0; c < count; ++c) {
      std::vector<double> row;
      for (int o = 0; o < num_options; ++o) row.push_back(price_of(c, o).cost);
      for (std::size_t o = 0; o < row.size(); ++o) part.least[o] = std::min(part.least[o], row[o]);
      const auto same = std::find(part.rows.begin(), part.rows.end(), row);
      part.row_of.push_back(static_cast<int>(same - part.rows.begin()));
      if (same == part.rows.end()) part.rows.push_back(std::move(row));
    }
    parts_[static_cast<std::size_t>(supplier)].push_back(std::move(part));
  }

  /// The least that a node's offer and its reads cost under what is decided, and by which option.
  std::pair<double, int> least_option(int supplier) {
    sums_.assign(static_cast<std::size_t>(problem_.supply(supplier).num_options()), 0);
    for (const Part& part : parts_[static_cast<std::size_t>(supplier)]) {
      const int c = problem_.member(part.chooser).chooses()
                        ? taken_[static_cast<std::size_t>(part.chooser)]
                        : 0;
      const auto& row =
          c < 0 ? part.least
                : part.rows[static_cast<std::size_t>(part.row_of[static_cast<std::size_t>(c)])];
      for (std::size_t o = 0; o < row.size(); ++o) sums_[o] += row[o];
    }
    const auto least = std::min_element(sums_.begin(), sums_.end());
    return {*least, static_cast<int>(least - sums_.begin())};
  }

  /// What all choices cost at least that contain what is decided.
  Price bound() const {
    Price total;
    for (int n : order_) {
      const auto& works = works_[static_cast<std::size_t>(n)];
      const int c = taken_[static_cast<std::size_t>(n)];
      total = total + (c < 0 ? *std::min_element(works.begin(), works.end())
                             : works[static_cast<std::size_t>(c)]);
    }
    for (const Bound& bound : bounds_) total.cost += bound.cost;
    return total;
  }

  /// Renews the bounds of what depends on the candidate of node `n`.
  void renew_bounds(int n) {
    for (Bound& bound : bounds_) {
      const auto& parts = parts_[static_cast<std::size_t>(bound.supplier)];
      const bool depends = std::any_of(parts.begin(), parts.end(),
                                       [&](const Part& part) { return part.chooser == n; });
      if (depends) bound.cost = least_option(bound.supplier).first;
    }
  }

  void descend(std::size_t depth) {
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
    std::stable_sort(branches.begin(), branches.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [least, c] : branches) {
      if (steps_left_ <= 0 || !(least < best_.price)) break;
      taken_[at] = c;
      renew_bounds(n);
      descend(depth + 1);
    }
    taken_[at] = -1;
    renew_bounds(n);
  }

  /// All candidates are decided, at less than ever before.
  void note() {
    const Price total = bound();
    if (!(total < best_.price)) return;
    best_.price = total;
    best_.candidate.clear();
    best_.option.assign(size(), 0);
    for (int c : taken_) best_.candidate.push_back(std::max(c, 0));
    for (const Bound& bound : bounds_) {
      best_.option[static_cast<std::size_t>(bound.supplier)] = least_option(bound.supplier).second;
    }
  }

  const Problem& problem_;
  std::int64_t steps_left_;
  std::vector<std::vector<Price>> works_;  ///< per node and candidate
  std::vector<std::vector<Part>> parts_;   ///< per supplier
  std::vector<int> order_;                 ///< the nodes that choose
  std::vector<int> taken_;                 ///< per node, its candidate; -1: not yet decided
  std::vector<Bound> bounds_;
  std::vector<double> sums_;
  Choice best_;
};

}  // namespace relatile::planner
