// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/relaxation.hpp"

#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"

namespace relatile::planner {

RELATILE_INLINE Relaxation::Relaxation(std::vector<int> sizes) : sizes_(std::move(sizes)) {
  unary_.resize(sizes_.size());
  edges_of_.resize(sizes_.size());
}

RELATILE_INLINE void Relaxation::add(int variable, const Prices& prices) {
  auto& costs = nth(unary_, variable);
  costs.resize(prices->size(), 0);
  for (std::size_t i = 0; i < costs.size(); ++i) costs[i] += (*prices)[i].cost;
}

RELATILE_INLINE void Relaxation::add(int rows, int columns, const Pairs& prices) {
  const auto a = static_cast<std::size_t>(rows);
  const auto b = static_cast<std::size_t>(columns);
  edges_of_[a].push_back(edges_.size());
  edges_of_[b].push_back(edges_.size());
  edges_.push_back({a, b, prices, {}, {}});
}

RELATILE_INLINE void Relaxation::Edge::add_message(std::size_t v,
                                                   std::vector<double>& costs) const {
  // A value without any partner is so dear that it is dropped, but finite.
  const auto finite = [](double value, double least) {
    return value == std::numeric_limits<double>::infinity() ? unreachable : value - least;
  };
  if (v == rows && !to_rows.empty()) {
    prices->for_each_row(to_rows, [&](std::size_t row, double value) {
      costs[row] += finite(value, least_to_rows);
    });
  } else if (v == columns && !to_columns.empty()) {
    std::vector<double> of_class;
    for (double value : to_columns) of_class.push_back(finite(value, least_to_columns));
    for (std::size_t c = 0; c < prices->num_columns(); ++c) {
      costs[c] += of_class[static_cast<std::size_t>(prices->class_of(c))];
    }
  }
}

RELATILE_INLINE std::vector<std::vector<int>> Relaxation::kept() const {
  std::vector<std::vector<int>> all;
  for (std::size_t v = 0; v < sizes_.size(); ++v) {
    std::vector<int> values;
    for (std::size_t i = 0; i < size(v); ++i) {
      if (alive_[v][i]) values.push_back(static_cast<int>(i));
    }
    all.push_back(std::move(values));
  }
  return all;
}

RELATILE_INLINE std::vector<std::vector<int>> Relaxation::likeliest(std::size_t most) const {
  std::vector<std::vector<int>> all = kept();
  for (std::size_t v = 0; v < all.size(); ++v) {
    if (all[v].size() <= most) continue;
    // A sweep sends nothing to a variable after it has looked at it: this is what it saw.
    std::vector<double> beliefs = messages_into(v);
    const double least = least_alive(v, beliefs);
    for (double& belief : beliefs) belief -= least;
    sort_stably(all[v], [&](int a, int b) { return nth(beliefs, a) < nth(beliefs, b); });
    all[v].resize(most);
    all[v].shrink_to_fit();
    if (std::find(all[v].begin(), all[v].end(), best_[v]) == all[v].end()) {
      all[v].push_back(best_[v]);
    }
    std::sort(all[v].begin(), all[v].end());
  }
  return all;
}

RELATILE_INLINE void Relaxation::run(int rounds) {
  if (alive_.empty()) {
    for (std::size_t v = 0; v < sizes_.size(); ++v) alive_.emplace_back(size(v), 1);
  }
  for (int round = 0; round < rounds && !closed(); ++round) {
    sweep(true);
    sweep(false);
  }
}

RELATILE_INLINE void Relaxation::sweep(bool forth) {
  double bound = 0;
  std::vector<int> values(sizes_.size(), -1);
  for (std::size_t step = 0; step < sizes_.size(); ++step) {
    const std::size_t v = forth ? step : sizes_.size() - 1 - step;
    std::vector<double> beliefs = messages_into(v);
    int before = 0;
    for (std::size_t e : edges_of_[v]) before += edges_[e].other(v) < v ? 1 : 0;
    values[v] = pick(v, forth, values);
    const double least = least_alive(v, beliefs);
    for (auto& belief : beliefs) belief -= least;
    bound += least;
    const int after = static_cast<int>(edges_of_[v].size()) - before;
    const double share = 1.0 / std::max({before, after, 1});
    drop_hopeless(v, beliefs, share);
    for (std::size_t e : edges_of_[v]) {
      const std::size_t other = edges_[e].other(v);
      if (forth ? other > v : other < v) bound += send(edges_[e], v, beliefs, share);
    }
  }
  lower_ = std::max(lower_, bound);
  consider(values);
}

RELATILE_INLINE std::vector<double> Relaxation::messages_into(std::size_t v) const {
  std::vector<double> beliefs = unary_[v];
  beliefs.resize(size(v), 0);
  for (std::size_t e : edges_of_[v]) edges_[e].add_message(v, beliefs);
  return beliefs;
}

RELATILE_INLINE double Relaxation::least_alive(std::size_t v,
                                               const std::vector<double>& beliefs) const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < beliefs.size(); ++i) {
    if (alive_[v][i]) least = std::min(least, beliefs[i]);
  }
  return least;
}

RELATILE_INLINE double Relaxation::send(Edge& edge, std::size_t v,
                                        const std::vector<double>& beliefs, double share) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> own(beliefs.size(), 0);
  edge.add_message(v, own);
  for (std::size_t i = 0; i < own.size(); ++i) {
    own[i] = alive_[v][i] ? share * beliefs[i] - own[i] : infinity;
  }
  double least = infinity;
  if (v == edge.rows) {
    edge.to_columns = edge.prices->least_over_rows(own);
    for (double value : edge.to_columns) least = std::min(least, value);
    edge.least_to_columns = least;
  } else {
    edge.to_rows = edge.prices->least_over_columns(edge.prices->least_of_classes(own));
    edge.prices->for_each_row(edge.to_rows,
                              [&](std::size_t, double value) { least = std::min(least, value); });
    edge.least_to_rows = least;
  }
  return least;
}

RELATILE_INLINE int Relaxation::pick(std::size_t v, bool forth,
                                     const std::vector<int>& values) const {
  std::vector<double> costs = unary_[v];
  costs.resize(size(v), 0);
  for (std::size_t e : edges_of_[v]) {
    const Edge& edge = edges_[e];
    const std::size_t other = edge.other(v);
    const bool picked = forth ? other < v : other > v;
    if (!picked) {
      edge.add_message(v, costs);
    } else if (v == edge.rows) {
      edge.prices->add_column(static_cast<std::size_t>(values[other]), costs);
    } else {
      edge.prices->add_row(static_cast<std::size_t>(values[other]), costs);
    }
  }
  return static_cast<int>(std::min_element(costs.begin(), costs.end()) - costs.begin());
}

RELATILE_INLINE void Relaxation::drop_hopeless(std::size_t v, const std::vector<double>& beliefs,
                                               double share) {
  const double gap = std::max(upper_ - lower_, 0.0) + tolerance();
  for (std::size_t i = 0; i < beliefs.size(); ++i) {
    if (share * beliefs[i] > gap) alive_[v][i] = 0;
  }
}

RELATILE_INLINE void Relaxation::consider(const std::vector<int>& values) {
  double total = 0;
  for (std::size_t v = 0; v < sizes_.size(); ++v) {
    if (!unary_[v].empty()) total += nth(unary_[v], values[v]);
  }
  for (const auto& edge : edges_) {
    total += edge.prices->cost(static_cast<std::size_t>(values[edge.rows]),
                               static_cast<std::size_t>(values[edge.columns]));
  }
  if (total < upper_) {
    upper_ = total;
    best_ = values;
  }
}

}  // namespace relatile::planner
