// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "relatile/planner/elimination.hpp"
#include "relatile/planner/problem.hpp"
#include "relatile/planner/relaxation.hpp"
#include "relatile/planner/tables.hpp"

namespace relatile::planner {

/// The variables and tables of a problem: one variable for every node that has a choice of
/// candidates, one for every node that has a choice of what it offers to its readers.
class Network {
 public:
  Network(const Problem& problem, Tables& tables) : problem_(problem) {
    for (int n = 0; n < problem.size(); ++n) {
      const Member& member = problem.member(n);
      const bool read = !member.readers.empty() || !member.node->pinned_placement.empty();
      candidate_.push_back(member.chooses() ? add_variable(tables.num_candidates(n)) : -1);
      option_.push_back(member.supplier == n && read ? add_variable(problem.supply(n).num_options())
                                                     : -1);
    }
    for (int n = 0; n < problem.size(); ++n) add_tables(n, tables);
  }

  /// The cheapest choice, exactly; nothing if that takes more than the effort allows.
  std::optional<Choice> solve(const Effort& effort) {
    keep_all_values();
    std::size_t entries = 0;
    for (const auto& table : tables_) entries += table.prices->size();
    if (entries >= few_entries) drop_hopeless_values(effort);
    const auto values = cheapest_within(kept_, effort);
    if (!values) return std::nullopt;
    Choice choice = choice_of(*values);
    choice.optimal = is_exact();
    choice.lower_bound = choice.price.cost;
    return choice;
  }

  /// A good choice and a bound for what a better one could cost, where the exact one is too dear.
  Choice approximate(const Effort& effort) {
    if (incumbent_.empty()) {
      keep_all_values();
      drop_hopeless_values(effort);
    }
    Choice choice = choice_of(incumbent_);
    choice.lower_bound = lower_bound_;
    choice.optimal = is_exact() && choice.price.cost <= lower_bound_ * (1 + 1e-12);
    return choice;
  }

  /// Per variable, the values that a cheapest choice may have as far as is known.
  const std::vector<std::vector<int>>& kept() const { return kept_; }
  /// The pairs of variables that share a table.
  std::vector<std::pair<int, int>> pairs() const {
    std::vector<std::pair<int, int>> all;
    for (const auto& table : tables_) {
      if (table.columns >= 0) all.emplace_back(table.rows, table.columns);
    }
    return all;
  }
  /// The cheapest combination of those values that `kept` lists of each variable.
  std::optional<std::vector<int>> cheapest_within(const std::vector<std::vector<int>>& kept,
                                                  const Effort& effort) const {
    CostNetwork network;
    for (const auto& values : kept) network.add_variable(static_cast<int>(values.size()));
    for (const auto& table : tables_) {
      std::vector<int> variables{table.rows};
      if (table.columns >= 0) variables.push_back(table.columns);
      network.add_table(std::move(variables), kept_prices(table, kept));
    }
    const auto solution = network.solve(effort);
    if (!solution) return std::nullopt;
    std::vector<int> values;
    for (std::size_t v = 0; v < kept.size(); ++v) {
      values.push_back(kept[v][static_cast<std::size_t>(solution->values[v])]);
    }
    return values;
  }
  /// The sum of all tables.
  Price price_of(const std::vector<int>& values) const {
    Price total;
    for (const auto& table : tables_) {
      auto entry = static_cast<std::size_t>(values[static_cast<std::size_t>(table.rows)]);
      if (table.columns >= 0) {
        entry = entry * size(table.columns) +
                static_cast<std::size_t>(values[static_cast<std::size_t>(table.columns)]);
      }
      total = total + (*table.prices)[entry];
    }
    return total;
  }

  Choice choice_of(const std::vector<int>& values) const {
    Choice choice;
    const auto value = [&](int variable) {
      return variable < 0 ? 0 : values[static_cast<std::size_t>(variable)];
    };
    for (int n = 0; n < problem_.size(); ++n) {
      const auto at = static_cast<std::size_t>(n);
      choice.candidate.push_back(value(candidate_[at]));
      choice.option.push_back(value(option_[at]));
      if (option_[at] < 0 && problem_.member(n).role == Role::computed) {
        choice.option[at] = problem_.candidate(n, choice.candidate[at]).stored;
      }
    }
    choice.price = problem_.price(choice);
    choice.planner = "optimal";
    return choice;
  }

  std::vector<int> values_of(const Choice& choice) const {
    std::vector<int> values(sizes_.size(), 0);
    for (std::size_t n = 0; n < candidate_.size(); ++n) {
      if (candidate_[n] >= 0) values[static_cast<std::size_t>(candidate_[n])] = choice.candidate[n];
      if (option_[n] >= 0) values[static_cast<std::size_t>(option_[n])] = choice.option[n];
    }
    return values;
  }

 private:
  struct Table {
    int rows;
    int columns;  ///< -1: over one variable
    CostNetwork::Prices prices;
  };

  bool is_exact() const { return problem_.complete() && problem_.objective().additive(); }

  int add_variable(int size) {
    sizes_.push_back(size);
    return static_cast<int>(sizes_.size()) - 1;
  }

  void add_tables(int n, Tables& tables) {
    const int candidate = candidate_[static_cast<std::size_t>(n)];
    const int option = option_[static_cast<std::size_t>(n)];
    if (candidate >= 0) tables_.push_back({candidate, -1, tables.work(n)});
    if (option >= 0 && candidate >= 0) tables_.push_back({candidate, option, tables.offer(n)});
    if (option >= 0 && candidate < 0) tables_.push_back({option, -1, tables.offer(n)});
    for (int slot = 0; candidate >= 0 && slot < problem_.num_slots(n); ++slot) {
      const int supplier = problem_.member(problem_.operand(n, slot)).supplier;
      tables_.push_back(
          {option_[static_cast<std::size_t>(supplier)], candidate, tables.read(n, slot)});
    }
  }

  void keep_all_values() {
    kept_.clear();
    for (int size : sizes_) {
      kept_.emplace_back(static_cast<std::size_t>(size));
      std::iota(kept_.back().begin(), kept_.back().end(), 0);
    }
  }

  /// Keeps only values that the bounds do not rule out.
  void drop_hopeless_values(const Effort& effort) {
    Relaxation relaxation(sizes_);
    for (const auto& table : tables_) {
      if (table.columns < 0) {
        relaxation.add(table.rows, table.prices);
      } else {
        relaxation.add(table.rows, table.columns, table.prices);
      }
    }
    relaxation.run(rounds);
    kept_ = relaxation.likeliest(likely_values);
    if (const auto values = cheapest_within(kept_, effort)) {
      relaxation.offer(*values);
      relaxation.run(1);
    }
    kept_ = relaxation.kept();
    incumbent_ = relaxation.best();
    lower_bound_ = relaxation.lower_bound();
  }

  CostNetwork::Prices kept_prices(const Table& table,
                                  const std::vector<std::vector<int>>& kept) const {
    const auto kept_of = [&](int variable) -> const std::vector<int>& {
      return kept[static_cast<std::size_t>(variable)];
    };
    const auto& rows = kept_of(table.rows);
    const bool whole_rows = rows.size() == size(table.rows);
    if (whole_rows && (table.columns < 0 || kept_of(table.columns).size() == size(table.columns))) {
      return table.prices;
    }
    auto prices = std::make_shared<std::vector<Price>>();
    if (table.columns < 0) {
      for (int row : rows) prices->push_back((*table.prices)[static_cast<std::size_t>(row)]);
      return prices;
    }
    const auto& columns = kept_of(table.columns);
    prices->reserve(rows.size() * columns.size());
    for (int row : rows) {
      const std::size_t start = static_cast<std::size_t>(row) * size(table.columns);
      for (int column : columns) {
        prices->push_back((*table.prices)[start + static_cast<std::size_t>(column)]);
      }
    }
    return prices;
  }
  std::size_t size(int variable) const {
    return static_cast<std::size_t>(sizes_[static_cast<std::size_t>(variable)]);
  }

  static constexpr std::size_t few_entries = std::size_t(1) << 12;
  static constexpr int rounds = 6;
  static constexpr std::size_t likely_values = 8;
  const Problem& problem_;
  std::vector<int> sizes_;
  std::vector<int> candidate_;
  std::vector<int> option_;
  std::vector<Table> tables_;
  std::vector<std::vector<int>> kept_;
  std::vector<int> incumbent_;
  double lower_bound_ = 0;
};

/// The cheapest choice, exactly, by variable elimination; nothing if the program is too entangled
/// for that effort.
inline std::optional<Choice> eliminate(const Problem& problem, Tables& tables,
                                       const Effort& effort = {}) {
  return Network(problem, tables).solve(effort);
}

/// The cheapest choice, or, where finding it would take too long, a good one with a bound.
inline Choice plan_optimal(const Problem& problem, Tables tables, const Effort& effort = {}) {
  Network network(problem, tables);
  if (auto choice = network.solve(effort)) return *std::move(choice);
  return network.approximate(effort);
}
inline Choice plan_optimal(const Problem& problem, const Effort& effort = {}) {
  return plan_optimal(problem, Tables(problem), effort);
}

}  // namespace relatile::planner
