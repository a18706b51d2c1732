// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/planner/search/pair_prices.hpp"
#include "relatile/planner/space/objective.hpp"

namespace relatile::planner {

/// A lower bound for a sum of tables over one or two variables each, good assignments, and values
/// that can't be part of a cheapest one: sequential tree-reweighted message passing (TRW-S).
///
/// Messages move price between tables without changing any total, so that the sum of what is left
/// as minima bounds every assignment from below. Exact on chains and trees after one sweep.
///
///   source  V. Kolmogorov, Convergent Tree-Reweighted Message Passing for Energy Minimization,
///           IEEE PAMI 28(10), 2006, figure 3
class Relaxation {
 public:
  using Prices = std::shared_ptr<const std::vector<Price>>;

  using Pairs = std::shared_ptr<const PairPrices>;

  explicit Relaxation(std::vector<int> sizes);
  void add(int variable, const Prices& prices);
  void add(int rows, int columns, const Pairs& prices);

  /// How far two bounds that are about `price` may be apart by rounding.
  static double tolerance_of(double price) { return 1e-9 * std::max(1.0, std::abs(price)); }
  double lower_bound() const { return lower_; }
  double upper_bound() const { return upper_; }
  /// The best assignment met.
  const std::vector<int>& best() const { return best_; }
  /// Per variable, the values that may be part of a cheapest assignment.
  std::vector<std::vector<int>> kept() const;

  /// Per variable, the `most` values that look best after the last sweep.
  std::vector<std::vector<int>> likeliest(std::size_t most) const;
  /// An assignment found elsewhere.
  void offer(const std::vector<int>& values) { consider(values); }

  /// Sweeps forth and back until the bounds meet or `rounds` are over.
  void run(int rounds);

 private:
  /// A table over two variables, with what it passes on to each. A message is kept in the form that
  /// prices are: per class of columns, and per state and copy of rows.
  struct Edge {
    std::size_t rows;
    std::size_t columns;
    Pairs prices;
    std::vector<double> to_rows;  ///< none before the first
    std::vector<double> to_columns;
    double least_to_rows = 0;  ///< of all of a message, which counts from there
    double least_to_columns = 0;

    std::size_t other(std::size_t v) const { return v == rows ? columns : rows; }
    void add_message(std::size_t v, std::vector<double>& costs) const;
  };

  std::size_t size(std::size_t v) const { return static_cast<std::size_t>(sizes_[v]); }
  bool closed() const { return std::isfinite(upper_) && upper_ - lower_ <= tolerance(); }
  double tolerance() const { return tolerance_of(upper_); }

  void sweep(bool forth);

  /// What a variable's values cost by themselves and by the messages from all its tables.
  std::vector<double> messages_into(std::size_t v) const;

  /// Over the values that are left: the least of others would take from this variable's part of the
  /// bound, and with the bound of sweeps before nothing would seem worth keeping.
  double least_alive(std::size_t v, const std::vector<double>& beliefs) const;

  /// Updates the message from `v` over an edge; the price it takes out for all values alike.
  double send(Edge& edge, std::size_t v, const std::vector<double>& beliefs, double share);

  /// The value that fits those already picked and the messages from those to come.
  int pick(std::size_t v, bool forth, const std::vector<int>& values) const;

  /// Values whose best case is above the best assignment.
  void drop_hopeless(std::size_t v, const std::vector<double>& beliefs, double share);

  void consider(const std::vector<int>& values);

  static constexpr double unreachable = 1e200;
  std::vector<int> sizes_;
  std::vector<std::vector<double>> unary_;  ///< empty: all zero
  std::vector<Edge> edges_;
  std::vector<std::vector<std::size_t>> edges_of_;
  std::vector<std::vector<char>> alive_;
  double lower_ = -std::numeric_limits<double>::infinity();
  double upper_ = std::numeric_limits<double>::infinity();
  std::vector<int> best_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/relaxation.hpp"
#endif
