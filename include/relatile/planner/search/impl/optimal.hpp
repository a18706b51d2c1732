// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/optimal.hpp"

#include <memory>
#include <numeric>

#include "relatile/core/nth.hpp"
#include "relatile/planner/search/relaxation.hpp"

namespace relatile::planner {

RELATILE_INLINE FactoredProblem::FactoredProblem(const Problem& problem, FactorTables& tables)
    : problem_(problem) {
  for (int n = 0; n < problem.size(); ++n) {
    const Member& member = problem.member(n);
    follows_.push_back(problem.follows_its_reader(n) ? tables.cheapest_read(n) : nullptr);
    const bool read = !follows_.back() && (!member.readers.empty() || member.node->pins.placed());
    candidate_.push_back(member.chooses() ? add_variable(tables.num_candidates(n)) : -1);
    option_.push_back(
        member.supplier == n && read ? add_variable(problem.output_layouts(n).num_options()) : -1);
  }
  for (int n = 0; n < problem.size(); ++n) add_tables(n, tables);
}

RELATILE_INLINE void FactoredProblem::keep_values(const Effort& effort) {
  if (!kept_.empty()) return;
  keep_all_values();
  std::size_t entries = 0;
  for (const auto& table : tables_) {
    entries += size(table.rows) * (table.columns < 0 ? 1 : size(table.columns));
  }
  if (entries >= few_entries) drop_hopeless_values(effort);
}

RELATILE_INLINE bool FactoredProblem::costs_more_than(double limit, const Effort& effort) {
  if (!problem_.objective().additive()) return false;
  keep_values(effort);
  return lower_bound_ - limit > Relaxation::tolerance_of(limit);
}

RELATILE_INLINE std::optional<Assignment> FactoredProblem::solve(const Effort& effort) {
  keep_values(effort);
  const auto values = cheapest_within(kept_, effort);
  if (!values) return std::nullopt;
  Assignment assignment = assignment_of(*values);
  assignment.optimal = is_exact() && !problem_.may_join_more(assignment.price);
  assignment.lower_bound = assignment.price.cost;
  return assignment;
}

RELATILE_INLINE Assignment FactoredProblem::approximate(const Effort& effort) {
  if (incumbent_.empty()) {
    keep_all_values();
    drop_hopeless_values(effort);
  }
  Assignment assignment = assignment_of(incumbent_);
  assignment.lower_bound = lower_bound_;
  assignment.optimal = is_exact() && assignment.price.cost <= lower_bound_ * (1 + 1e-12) &&
                       !problem_.may_join_more(assignment.price);
  return assignment;
}

RELATILE_INLINE std::vector<std::pair<int, int>> FactoredProblem::pairs() const {
  std::vector<std::pair<int, int>> all;
  for (const auto& table : tables_) {
    if (table.columns >= 0) all.emplace_back(table.rows, table.columns);
  }
  return all;
}

RELATILE_INLINE std::optional<std::vector<int>> FactoredProblem::cheapest_within(
    const std::vector<std::vector<int>>& kept, const Effort& effort) const {
  FactorGraph factors;
  for (const auto& values : kept) factors.add_variable(static_cast<int>(values.size()));
  for (const auto& table : tables_) {
    const std::vector<int>& rows = nth(kept, table.rows);
    if (table.pairs) {
      factors.add_table(table.rows, table.columns, table.pairs, rows, nth(kept, table.columns));
    } else {
      factors.add_table({table.rows}, kept_prices(table, rows));
    }
  }
  const auto solution = factors.solve(effort);
  if (!solution) return std::nullopt;
  std::vector<int> values;
  for (std::size_t v = 0; v < kept.size(); ++v) {
    values.push_back(nth(kept[v], solution->values[v]));
  }
  return values;
}

RELATILE_INLINE Price FactoredProblem::price_of(const std::vector<int>& values) const {
  Price total;
  for (const auto& table : tables_) {
    const auto row = static_cast<std::size_t>(nth(values, table.rows));
    if (table.pairs) {
      total.cost += table.pairs->cost(row, static_cast<std::size_t>(nth(values, table.columns)));
    } else {
      total = total + (*table.prices)[row];
    }
  }
  return total;
}

RELATILE_INLINE Assignment FactoredProblem::assignment_of(const std::vector<int>& values) const {
  Assignment assignment;
  const auto value = [&](int variable) { return variable < 0 ? 0 : nth(values, variable); };
  for (int n = 0; n < problem_.size(); ++n) {
    const auto at = static_cast<std::size_t>(n);
    assignment.candidate.push_back(value(candidate_[at]));
    assignment.option.push_back(value(option_[at]));
    if (follows_[at]) {
      const int reader = problem_.member(n).readers.front().node;
      assignment.option[at] = nth(follows_[at]->states, value(nth(candidate_, reader)));
    }
    if (option_[at] < 0 && problem_.member(n).role == Role::computed) {
      assignment.option[at] = problem_.candidate(n, assignment.candidate[at]).stored;
    }
  }
  assignment.price = problem_.price(assignment);
  assignment.planner = "optimal";
  return assignment;
}

RELATILE_INLINE std::vector<int> FactoredProblem::values_of(const Assignment& assignment) const {
  std::vector<int> values(sizes_.size(), 0);
  for (std::size_t n = 0; n < candidate_.size(); ++n) {
    if (candidate_[n] >= 0) nth(values, candidate_[n]) = assignment.candidate[n];
    if (option_[n] >= 0) nth(values, option_[n]) = assignment.option[n];
  }
  return values;
}

RELATILE_INLINE void FactoredProblem::add_tables(int n, FactorTables& tables) {
  const int candidate = nth(candidate_, n);
  const int option = nth(option_, n);
  if (candidate >= 0) tables_.push_back({candidate, -1, tables.work(n)});
  if (option >= 0 && candidate >= 0) tables_.push_back({option, candidate, {}, tables.offer(n)});
  if (option >= 0 && candidate < 0) tables_.push_back({option, -1, tables.offer_of_input(n)});
  for (int slot = 0; candidate >= 0 && slot < problem_.num_slots(n); ++slot) {
    const int supplier = problem_.member(problem_.operand(n, slot)).supplier;
    if (const auto& reads = nth(follows_, supplier)) {
      tables_.push_back({candidate, -1, reads->prices});
      continue;
    }
    tables_.push_back({nth(option_, supplier), candidate, {}, tables.read(n, slot)});
  }
}

RELATILE_INLINE void FactoredProblem::keep_all_values() {
  kept_.clear();
  for (int size : sizes_) {
    kept_.emplace_back(static_cast<std::size_t>(size));
    std::iota(kept_.back().begin(), kept_.back().end(), 0);
  }
}

RELATILE_INLINE std::optional<std::vector<int>> FactoredProblem::cheapest_of_likely(
    const Relaxation& relaxation, const Effort& effort) const {
  const Effort less{effort.widest_table / share_of_likely, effort.most_steps / share_of_likely};
  for (std::size_t likely = likely_values; likely > 1; likely /= 2) {
    if (auto values = cheapest_within(relaxation.likeliest(likely), less)) return values;
  }
  return std::nullopt;
}

RELATILE_INLINE void FactoredProblem::drop_hopeless_values(const Effort& effort) {
  Relaxation relaxation(sizes_);
  for (const auto& table : tables_) {
    if (table.columns < 0) {
      relaxation.add(table.rows, table.prices);
    } else {
      relaxation.add(table.rows, table.columns, table.pairs);
    }
  }
  relaxation.run(rounds);
  if (const auto values = cheapest_of_likely(relaxation, effort)) {
    relaxation.offer(*values);
    relaxation.run(1);
  }
  kept_ = relaxation.kept();
  incumbent_ = relaxation.best();
  lower_bound_ = relaxation.lower_bound();
}

RELATILE_INLINE FactorGraph::Prices FactoredProblem::kept_prices(
    const Table& table, const std::vector<int>& kept) const {
  if (kept.size() == size(table.rows)) return table.prices;
  auto prices = std::make_shared<std::vector<Price>>();
  for (int row : kept) prices->push_back(nth(*table.prices, row));
  return prices;
}

RELATILE_INLINE Assignment plan_optimal(const Problem& problem, FactorTables tables,
                                        const Effort& effort) {
  FactoredProblem factors(problem, tables);
  if (auto assignment = factors.solve(effort)) return *std::move(assignment);
  return factors.approximate(effort);
}

RELATILE_INLINE std::optional<Assignment> plan_below(const Problem& problem, FactorTables& tables,
                                                     double limit, const Effort& effort) {
  FactoredProblem factors(problem, tables);
  if (factors.costs_more_than(limit, effort)) return std::nullopt;
  if (auto assignment = factors.solve(effort)) return assignment;
  return factors.approximate(effort);
}

}  // namespace relatile::planner
