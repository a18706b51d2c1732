// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/relaxation.hpp"

#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"

namespace relatile::planner {

RELATILE_INLINE Relaxation::Relaxation(std::vector<int> sizes) : sizes_(std::move(sizes)) {
  unary_.resize(sizes_.size());
  beliefs_.resize(sizes_.size());
  edges_of_.resize(sizes_.size());
  for (std::size_t v = 0; v < sizes_.size(); ++v) unary_[v].assign(size(v), 0);
}

RELATILE_INLINE void Relaxation::add(int rows, int columns, const Prices& prices) {
  const auto a = static_cast<std::size_t>(rows);
  const auto b = static_cast<std::size_t>(columns);
  edges_of_[a].push_back(edges_.size());
  edges_of_[b].push_back(edges_.size());
  edges_.push_back(
      {a, b, prices, std::vector<double>(size(a), 0), std::vector<double>(size(b), 0)});
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
    sort_stably(all[v], [&](int a, int b) { return nth(beliefs_[v], a) < nth(beliefs_[v], b); });
    all[v].resize(most);
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
    std::vector<double> beliefs = unary_[v];
    int before = 0;
    for (std::size_t e : edges_of_[v]) {
      const auto& message = edges_[e].into(v);
      for (std::size_t i = 0; i < beliefs.size(); ++i) beliefs[i] += message[i];
      before += edges_[e].other(v) < v ? 1 : 0;
    }
    values[v] = pick(v, forth, values);
    const double least = least_alive(v, beliefs);
    for (auto& belief : beliefs) belief -= least;
    bound += least;
    const int after = static_cast<int>(edges_of_[v].size()) - before;
    const double share = 1.0 / std::max({before, after, 1});
    drop_hopeless(v, beliefs, share);
    beliefs_[v] = beliefs;
    for (std::size_t e : edges_of_[v]) {
      const std::size_t other = edges_[e].other(v);
      if (forth ? other > v : other < v) bound += send(edges_[e], v, beliefs, share);
    }
  }
  lower_ = std::max(lower_, bound);
  consider(values);
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
  const bool from_rows = v == edge.rows;
  const auto& back = from_rows ? edge.to_rows : edge.to_columns;
  auto& message = from_rows ? edge.to_columns : edge.to_rows;
  const std::size_t num_rows = edge.to_rows.size();
  const std::size_t num_columns = edge.to_columns.size();
  const Price* prices = edge.prices->data();
  std::fill(message.begin(), message.end(), std::numeric_limits<double>::infinity());
  for (std::size_t r = 0; r < num_rows; ++r) {
    const Price* row = prices + r * num_columns;
    if (from_rows) {
      if (!alive_[v][r]) continue;
      const double own = share * beliefs[r] - back[r];
      for (std::size_t c = 0; c < num_columns; ++c) {
        message[c] = std::min(message[c], own + row[c].cost);
      }
    } else {
      double least = message[r];
      for (std::size_t c = 0; c < num_columns; ++c) {
        if (alive_[v][c]) least = std::min(least, share * beliefs[c] - back[c] + row[c].cost);
      }
      message[r] = least;
    }
  }
  double least = std::numeric_limits<double>::infinity();
  for (double value : message) least = std::min(least, value);
  for (double& value : message) {
    // A value without any partner: so dear that it is dropped, but finite.
    value = value == std::numeric_limits<double>::infinity() ? unreachable : value - least;
  }
  return least;
}

RELATILE_INLINE int Relaxation::pick(std::size_t v, bool forth,
                                     const std::vector<int>& values) const {
  std::vector<double> costs = unary_[v];
  for (std::size_t e : edges_of_[v]) {
    const Edge& edge = edges_[e];
    const std::size_t other = edge.other(v);
    const bool picked = forth ? other < v : other > v;
    for (std::size_t i = 0; i < costs.size(); ++i) {
      if (!picked) {
        costs[i] += edge.into(v)[i];
      } else {
        const auto value = static_cast<std::size_t>(values[other]);
        costs[i] += v == edge.rows ? edge.price(i, value) : edge.price(value, i);
      }
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
    total += nth(unary_[v], values[v]);
  }
  for (const auto& edge : edges_) {
    total += edge.price(static_cast<std::size_t>(values[edge.rows]),
                        static_cast<std::size_t>(values[edge.columns]));
  }
  if (total < upper_) {
    upper_ = total;
    best_ = values;
  }
}

}  // namespace relatile::planner
