// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "relatile/core/definitions.hpp"

namespace relatile::planner {

/// What every pair of an option (a row) and a candidate (a column) costs, in the form in which few
/// numbers differ, which many tables share. Written out, tables of a thousand options by hundreds
/// of candidates were nearly all of the memory that planning took.
///
/// Rows are numbered as options are: row r is state r % num_states with copy r / num_states - 1,
/// where -1 means none; after them come `MixedRow`s. Columns of one class, candidates that read the
/// same, cost the same.
class PairPrices {
 public:
  using Row = std::shared_ptr<const std::vector<double>>;
  using Classes = std::shared_ptr<const std::vector<int>>;  ///< per column
  /// A state with a copy that not all states are offered with.
  struct MixedRow {
    std::size_t state;
    std::size_t copy;
  };
  using MixedRows = std::shared_ptr<const std::vector<MixedRow>>;  ///< null: none

  /// Reading from the cheaper of the copies that an option has: prices of classes, per state and
  /// per copy. Without copies the state alone counts.
  static PairPrices reads(std::size_t num_rows, std::vector<Row> states, std::vector<Row> copies,
                          Classes classes, MixedRows mixed);
  /// Offering an option to readers: possible for the columns whose class is the row's state, and
  /// then what making the copy costs, per copy and state.
  static PairPrices offers(std::size_t num_rows, std::size_t num_states, std::vector<Row> copying,
                           Classes classes, MixedRows mixed);
  /// Any prices, row by row.
  static PairPrices written_out(std::size_t num_columns, const std::vector<double>& prices);

  std::size_t num_rows() const { return num_rows_; }
  std::size_t num_columns() const { return classes_->size(); }
  std::size_t num_classes() const { return num_classes_; }
  int class_of(std::size_t column) const { return (*classes_)[column]; }

  double cost(std::size_t row, std::size_t column) const {
    return cost(parts_of(row), static_cast<std::size_t>(class_of(column)));
  }
  /// Of those rows and columns, row by row.
  std::vector<double> costs(const std::vector<int>& rows, const std::vector<int>& columns) const;

  /// Adds a column's costs to those of all rows, or a row's to those of all columns.
  void add_column(std::size_t column, std::vector<double>& to) const;
  void add_row(std::size_t row, std::vector<double>& to) const;

  // ---- What is least over rows or columns ----
  //
  // Rounding keeps the order of sums, so that the least of sums is the sum with the least: of all
  // rows or columns of a kind one is looked at, and the results are to the bit those of tables
  // that are written out.

  /// Per class of columns the least of `own[row] + cost`; infinity where there is no column.
  std::vector<double> least_over_rows(const std::vector<double>& own) const;
  /// Per column's class the least of `own` over its columns.
  std::vector<double> least_of_classes(const std::vector<double>& own) const;
  /// The least of `own + cost` over columns, given the least of each class: per state and copy.
  std::vector<double> least_over_columns(const std::vector<double>& least_of_class) const;
  /// For every row, in order, the least over columns, of what the function above returned.
  template <class Visit>
  void for_each_row(const std::vector<double>& least, const Visit& visit) const {
    const auto with_copy = [&](std::size_t s, std::size_t k) {
      return is_offer()        ? least[s] + (*copies_[k])[s]
             : copies_.empty() ? least[s]
                               : std::min(least[s], least[num_states_ + k]);
    };
    std::size_t row = 0;
    for (std::size_t s = 0; s < num_states_; ++s) visit(row++, least[s]);
    for (std::size_t k = 0; row < num_full_rows(); ++k) {
      for (std::size_t s = 0; s < num_states_; ++s) visit(row++, with_copy(s, k));
    }
    for (; row < num_rows_; ++row) {
      const auto [s, k] = parts_of(row);
      visit(row, with_copy(s, k));
    }
  }

 private:
  /// Of a row's state and copy and a column's class.
  double cost(const MixedRow& parts, std::size_t k) const {
    const auto [state, copy] = parts;
    if (is_offer()) {
      if (k != state) return std::numeric_limits<double>::infinity();
      return copy == none ? 0 : (*copies_[copy])[state];
    }
    const double price = (*states_[state])[k];
    return copy == none || copies_.empty() ? price : std::min(price, (*copies_[copy])[k]);
  }

  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  PairPrices(std::size_t num_rows, std::size_t num_states, std::vector<Row> states,
             std::vector<Row> copies, Classes classes, MixedRows mixed);
  bool is_offer() const { return states_.empty(); }
  /// Rows of all states with all of the first copies.
  std::size_t num_full_rows() const { return num_rows_ - (mixed_ ? mixed_->size() : 0); }
  /// The state and the copy of a row; `none` where it has no copy.
  MixedRow parts_of(std::size_t row) const {
    if (row >= num_full_rows()) return (*mixed_)[row - num_full_rows()];
    return {row % num_states_, row < num_states_ ? none : row / num_states_ - 1};
  }

  std::size_t num_rows_;
  std::size_t num_states_;
  std::size_t num_classes_;
  std::vector<Row> states_;  ///< per state, per class; of offers none
  std::vector<Row> copies_;  ///< per copy, per class; of offers per state
  Classes classes_;
  MixedRows mixed_;
  std::vector<char> used_;  ///< per class, whether a column is of it
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/pair_prices.hpp"
#endif
