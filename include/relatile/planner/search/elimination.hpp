// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/planner/search/elimination_order.hpp"
#include "relatile/planner/search/pair_prices.hpp"
#include "relatile/planner/space/objective.hpp"

namespace relatile::planner {

/// A sum of tables over variables with finite domains, to be minimised: variable elimination.
///
/// Eliminating a variable replaces all tables that mention it by one over their other variables,
/// which holds the best that the variable can do. Programs have small tree-width (chains and trees
/// one, a transformer block about three), so the tables stay small.
class FactorGraph {
 public:
  using Prices = std::shared_ptr<const std::vector<Price>>;

  int add_variable(int size);
  /// Prices of all combinations of the variables (distinct), the last one running fastest. Those
  /// that have but one value decide nothing and are left out.
  void add_table(std::vector<int> variables, Prices prices);
  /// Of two variables, the pairs of those rows and columns that are listed, which the caller keeps
  /// until the sum is minimised. They are written out only when one of the variables goes.
  void add_table(int rows, int columns, std::shared_ptr<const PairPrices> prices,
                 const std::vector<int>& kept_rows, const std::vector<int>& kept_columns);

  struct Solution {
    std::vector<int> values;  ///< per variable
    Price price;
  };
  /// The cheapest values of all variables, exactly; nothing if that is too much effort.
  std::optional<Solution> solve(const Effort& effort);

 private:
  struct Table {
    std::vector<int> variables;
    Prices prices;
    std::shared_ptr<const PairPrices> pairs = nullptr;  ///< instead of these
    const std::vector<int>* kept_rows = nullptr;
    const std::vector<int>* kept_columns = nullptr;

    bool alive() const { return prices != nullptr || pairs != nullptr; }
    std::size_t size() const {
      return pairs ? kept_rows->size() * kept_columns->size() : prices->size();
    }
    Price price(std::size_t entry) const;
  };
  struct Elimination {
    int variable;
    std::vector<int> scope;
    std::vector<std::int32_t> best;  ///< per combination of the scope, the variable's best value
  };

  std::size_t size_of(int variable) const {
    return static_cast<std::size_t>(nth(sizes_, variable));
  }

  void add(Table table);
  double entries(const std::vector<int>& scope) const;
  void eliminate_all(const std::vector<EliminationOrder::Step>& order);

  /// One table as the odometer over a scope reads it: the eliminated variable's values side by
  /// side, so that the inner loop runs over plain vectors.
  struct Reader {
    std::vector<double> costs;
    std::vector<double> ties;        ///< none where all are 0
    std::vector<std::size_t> steps;  ///< per variable of the scope
    std::size_t at = 0;

    /// Whether it reads the same values for all of the scope's last variable.
    bool is_steady() const { return steps.empty() || steps.back() == 0; }
  };
  Reader reader_of(const Table& table, int variable, const std::vector<int>& scope) const;

  /// All of a variable's tables, those that are steady first.
  std::vector<Reader> readers_of(int variable, const std::vector<int>& scope) const;

  struct Cheapest {
    std::size_t value = 0;
    Price price = Price::impossible();
  };
  /// What the tables cost together, per value of the eliminated variable. The steady ones are added
  /// once for all values of the scope's last variable: most of the work is in these few additions
  /// and in looking for the least, which are done for several values at a time.
  struct Sums {
    static constexpr std::size_t together = 8;

    Sums(const std::vector<Reader>& readers, std::size_t values);
    void add(const std::vector<double>& of_reader, std::size_t at, const double* from,
             double* to) const;
    void add_steady(const std::vector<Reader>& readers);
    /// The least of what `number` gives for every value.
    template <class Number>
    double least(Number&& number) const;
    /// The first value of the least cost, and of the least tie among these.
    Cheapest cheapest(const double* all_costs, const double* all_ties) const;

    std::size_t num_values;
    std::size_t num_steady;
    // Up to a multiple of `together`; what is beyond the last value costs infinitely much.
    std::vector<double> steady_costs;
    std::vector<double> steady_ties;
    std::vector<double> costs;
    std::vector<double> ties;
  };
  /// The best value at one combination of the scope; `steady_changed` says that another value of
  /// the scope's last variable but one began, or the first.
  static Cheapest cheapest(const std::vector<Reader>& readers, Sums& sums, bool steady_changed);

  void eliminate(int variable, const std::vector<int>& scope);

  void advance(std::vector<std::size_t>& at, const std::vector<int>& scope,
               std::vector<Reader>& readers) const;

  std::vector<int> sizes_;
  std::vector<Table> tables_;
  std::vector<std::vector<int>> tables_of_;
  std::vector<Elimination> eliminated_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/elimination.hpp"
#endif
