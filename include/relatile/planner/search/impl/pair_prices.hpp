// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/pair_prices.hpp"

#include <numeric>
#include <utility>

namespace relatile::planner {

RELATILE_INLINE PairPrices::PairPrices(std::size_t num_rows, std::size_t num_states,
                                       std::vector<Row> states, std::vector<Row> copies,
                                       Classes classes, MixedRows mixed)
    : num_rows_(num_rows),
      num_states_(num_states),
      num_classes_(states.empty() ? num_states : states.front()->size()),
      states_(std::move(states)),
      copies_(std::move(copies)),
      classes_(std::move(classes)),
      mixed_(std::move(mixed)),
      used_(num_classes_, 0) {
  for (int k : *classes_) used_[static_cast<std::size_t>(k)] = 1;
}

RELATILE_INLINE PairPrices PairPrices::reads(std::size_t num_rows, std::vector<Row> states,
                                             std::vector<Row> copies, Classes classes,
                                             MixedRows mixed) {
  const std::size_t num_states = states.size();
  return {num_rows,          num_states,         std::move(states),
          std::move(copies), std::move(classes), std::move(mixed)};
}

RELATILE_INLINE PairPrices PairPrices::offers(std::size_t num_rows, std::size_t num_states,
                                              std::vector<Row> copying, Classes classes,
                                              MixedRows mixed) {
  return {num_rows, num_states, {}, std::move(copying), std::move(classes), std::move(mixed)};
}

RELATILE_INLINE PairPrices PairPrices::written_out(std::size_t num_columns,
                                                   const std::vector<double>& prices) {
  std::vector<Row> rows;
  for (auto row = prices.begin(); row != prices.end();) {
    const auto end = row + static_cast<std::ptrdiff_t>(num_columns);
    rows.push_back(std::make_shared<const std::vector<double>>(row, end));
    row = end;
  }
  std::vector<int> classes(num_columns);
  std::iota(classes.begin(), classes.end(), 0);
  return reads(rows.size(), rows, {}, std::make_shared<const std::vector<int>>(std::move(classes)),
               nullptr);
}

RELATILE_INLINE std::vector<double> PairPrices::costs(const std::vector<int>& rows,
                                                      const std::vector<int>& columns) const {
  std::vector<std::size_t> classes;
  classes.reserve(columns.size());
  for (int column : columns) {
    classes.push_back(static_cast<std::size_t>(class_of(static_cast<std::size_t>(column))));
  }
  std::vector<double> all;
  all.reserve(rows.size() * columns.size());
  for (int row : rows) {
    const MixedRow parts = parts_of(static_cast<std::size_t>(row));
    for (std::size_t k : classes) all.push_back(cost(parts, k));
  }
  return all;
}

RELATILE_INLINE void PairPrices::add_column(std::size_t column, std::vector<double>& to) const {
  for (std::size_t row = 0; row < num_rows_; ++row) to[row] += cost(row, column);
}

RELATILE_INLINE void PairPrices::add_row(std::size_t row, std::vector<double>& to) const {
  for (std::size_t column = 0; column < to.size(); ++column) to[column] += cost(row, column);
}

RELATILE_INLINE std::vector<double> PairPrices::least_over_rows(
    const std::vector<double>& own) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> least(num_classes_, infinity);
  std::vector<double> of_state(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(num_states_));
  std::vector<double> of_copy(copies_.size(), infinity);
  for (std::size_t row = num_states_; row < num_rows_; ++row) {
    const auto [s, k] = parts_of(row);
    const double price = is_offer() ? own[row] + (*copies_[k])[s] : own[row];
    of_state[s] = std::min(of_state[s], price);
    if (!copies_.empty()) of_copy[k] = std::min(of_copy[k], price);
  }
  if (is_offer()) {
    least = std::move(of_state);
  } else {
    const auto add = [&](double of_row, const std::vector<double>& prices) {
      if (of_row == infinity) return;
      for (std::size_t c = 0; c < num_classes_; ++c) {
        least[c] = std::min(least[c], of_row + prices[c]);
      }
    };
    for (std::size_t k = 0; k < copies_.size(); ++k) add(of_copy[k], *copies_[k]);
    for (std::size_t s = 0; s < num_states_; ++s) add(of_state[s], *states_[s]);
  }
  for (std::size_t c = 0; c < num_classes_; ++c) {
    if (!used_[c]) least[c] = infinity;
  }
  return least;
}

RELATILE_INLINE std::vector<double> PairPrices::least_of_classes(
    const std::vector<double>& own) const {
  std::vector<double> least(num_classes_, std::numeric_limits<double>::infinity());
  for (std::size_t column = 0; column < own.size(); ++column) {
    double& of_class = least[static_cast<std::size_t>(class_of(column))];
    of_class = std::min(of_class, own[column]);
  }
  return least;
}

RELATILE_INLINE std::vector<double> PairPrices::least_over_columns(
    const std::vector<double>& least_of_class) const {
  if (is_offer()) return least_of_class;
  std::vector<double> least;
  least.reserve(states_.size() + copies_.size());
  for (const auto* rows : {&states_, &copies_}) {
    for (const Row& row : *rows) {
      double of_row = std::numeric_limits<double>::infinity();
      for (std::size_t c = 0; c < num_classes_; ++c) {
        of_row = std::min(of_row, least_of_class[c] + (*row)[c]);
      }
      least.push_back(of_row);
    }
  }
  return least;
}

}  // namespace relatile::planner
