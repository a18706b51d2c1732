// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/planner/search/elimination.hpp"
#include "relatile/planner/search/factor_tables.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

class Relaxation;

/// The variables and tables of a problem: one variable for every node that has a choice of
/// candidates, one for every node that has a choice of what it offers to its readers.
class FactoredProblem {
 public:
  FactoredProblem(const Problem& problem, FactorTables& tables);

  /// The cheapest choice, exactly; nothing if that takes more than the effort allows.
  std::optional<Assignment> solve(const Effort& effort);

  /// Whether every choice does; if not, one may all the same.
  bool costs_more_than(double limit, const Effort& effort);

  /// A good choice and a bound for what a better one could cost, where the exact one is too dear.
  Assignment approximate(const Effort& effort);

  /// Per variable, the values that a cheapest choice may have as far as is known.
  const std::vector<std::vector<int>>& kept() const { return kept_; }
  /// The pairs of variables that share a table.
  std::vector<std::pair<int, int>> pairs() const;
  /// The cheapest combination of those values that `kept` lists of each variable.
  std::optional<std::vector<int>> cheapest_within(const std::vector<std::vector<int>>& kept,
                                                  const Effort& effort) const;
  /// The sum of all tables.
  Price price_of(const std::vector<int>& values) const;

  Assignment assignment_of(const std::vector<int>& values) const;

  std::vector<int> values_of(const Assignment& assignment) const;

 private:
  struct Table {
    int rows;
    int columns;  ///< -1: over one variable
    FactorGraph::Prices prices;
    FactorTables::Pairs pairs = nullptr;  ///< over two
  };

  bool is_exact() const { return problem_.complete() && problem_.objective().additive(); }

  int add_variable(int size) {
    sizes_.push_back(size);
    return static_cast<int>(sizes_.size()) - 1;
  }

  void add_tables(int n, FactorTables& tables);

  void keep_all_values();
  /// All values, or where these have many prices those that a cheapest choice may have.
  void keep_values(const Effort& effort);

  /// A good choice: the cheapest among the likeliest values of each variable, of fewer where a
  /// program is too entangled for more.
  std::optional<std::vector<int>> cheapest_of_likely(const Relaxation& relaxation,
                                                     const Effort& effort) const;
  /// Keeps only values that the bounds do not rule out.
  void drop_hopeless_values(const Effort& effort);

  /// The prices of those values of one variable.
  FactorGraph::Prices kept_prices(const Table& table, const std::vector<int>& kept) const;
  std::size_t size(int variable) const { return static_cast<std::size_t>(nth(sizes_, variable)); }

  static constexpr std::size_t few_entries = std::size_t(1) << 12;
  static constexpr int rounds = 6;
  static constexpr std::size_t likely_values = 8;
  static constexpr double share_of_likely = 16;  ///< of the effort, for a choice among these
  const Problem& problem_;
  std::vector<int> sizes_;
  std::vector<int> candidate_;
  std::vector<int> option_;
  std::vector<std::shared_ptr<const CheapestReads>> follows_;  ///< per node; null: it is weighed
  std::vector<Table> tables_;
  std::vector<std::vector<int>> kept_;
  std::vector<int> incumbent_;
  double lower_bound_ = 0;
};

/// The cheapest choice, exactly, by variable elimination; nothing if the program is too entangled
/// for that effort.
inline std::optional<Assignment> eliminate(const Problem& problem, FactorTables& tables,
                                           const Effort& effort = {}) {
  return FactoredProblem(problem, tables).solve(effort);
}

/// The cheapest choice, or, where finding it would take too long, a good one with a bound.
RELATILE_INLINE Assignment plan_optimal(const Problem& problem, FactorTables tables,
                                        const Effort& effort = {});
inline Assignment plan_optimal(const Problem& problem, const Effort& effort = {}) {
  return plan_optimal(problem, FactorTables(problem), effort);
}

/// The same; nothing if it is found on the way that every choice costs more than `limit`.
RELATILE_INLINE std::optional<Assignment> plan_below(const Problem& problem, FactorTables& tables,
                                                     double limit, const Effort& effort = {});

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/optimal.hpp"
#endif
