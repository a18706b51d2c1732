// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/planner/objective.hpp"

namespace relatile::planner {

/// How far an exact search may go before it gives up.
struct Effort {
  double widest_table = 1 << 22;  ///< entries
  double most_steps = 1e8;        ///< additions and comparisons of prices
};

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
    bool alive() const { return prices != nullptr; }
  };
  struct Elimination {
    int variable;
    std::vector<int> scope;
    std::vector<std::int32_t> best;  ///< per combination of the scope, the variable's best value
  };

  std::size_t size_of(int variable) const {
    return static_cast<std::size_t>(nth(sizes_, variable));
  }

  /// The entries of the table that is left when `variable` goes; infinity if they are more than
  /// `most`, which is found without looking at the rest. What all of a program reads is in as many
  /// tables as it has operators.
  double entries_without(int variable, double most);
  /// The other variables of all tables that mention `variable`.
  std::vector<int> scope_of(int variable) const;
  double entries(const std::vector<int>& scope) const;

  /// Cheapest elimination first, the estimate renewed whenever a neighbour went.
  bool eliminate_all(const Effort& effort);

  /// One table as the odometer over a scope reads it: the eliminated variable's values side by
  /// side, so that the inner loop runs over plain vectors.
  struct Reader {
    std::vector<double> costs;
    std::vector<double> ties;
    std::vector<std::size_t> steps;  ///< per variable of the scope
    std::size_t at = 0;
  };
  Reader reader_of(const Table& table, int variable, const std::vector<int>& scope) const;

  /// The best value at one combination of the scope.
  static std::size_t best_value(const std::vector<Reader>& readers, std::vector<double>& sums,
                                Price& best);

  void eliminate(int variable, const std::vector<int>& scope);

  void advance(std::vector<std::size_t>& at, const std::vector<int>& scope,
               std::vector<Reader>& readers) const;

  std::vector<int> sizes_;
  std::vector<Table> tables_;
  std::vector<std::vector<int>> tables_of_;
  std::vector<Elimination> eliminated_;
  std::vector<std::int64_t> seen_;  ///< per variable, the look in which it was seen last
  std::int64_t looked_ = 0;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/impl/elimination.hpp"
#endif
