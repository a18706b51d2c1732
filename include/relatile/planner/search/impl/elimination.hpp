// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/elimination.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <utility>

#include "relatile/core/nth.hpp"

namespace relatile::planner {

RELATILE_INLINE int FactorGraph::add_variable(int size) {
  sizes_.push_back(size);
  tables_of_.emplace_back();
  return static_cast<int>(sizes_.size()) - 1;
}

RELATILE_INLINE void FactorGraph::add_table(std::vector<int> variables, Prices prices) {
  add({std::move(variables), std::move(prices)});
}

RELATILE_INLINE void FactorGraph::add_table(int rows, int columns,
                                            std::shared_ptr<const PairPrices> prices,
                                            const std::vector<int>& kept_rows,
                                            const std::vector<int>& kept_columns) {
  add({{rows, columns}, nullptr, std::move(prices), &kept_rows, &kept_columns});
}

RELATILE_INLINE void FactorGraph::add(Table table) {
  std::erase_if(table.variables, [&](int variable) { return size_of(variable) == 1; });
  const int id = static_cast<int>(tables_.size());
  for (int variable : table.variables) nth(tables_of_, variable).push_back(id);
  tables_.push_back(std::move(table));
}

RELATILE_INLINE Price FactorGraph::Table::price(std::size_t entry) const {
  if (!pairs) return (*prices)[entry];
  const int row = (*kept_rows)[entry / kept_columns->size()];
  const int column = (*kept_columns)[entry % kept_columns->size()];
  return {pairs->cost(static_cast<std::size_t>(row), static_cast<std::size_t>(column)), 0};
}

RELATILE_INLINE std::optional<FactorGraph::Solution> FactorGraph::solve(const Effort& effort) {
  std::vector<std::vector<int>> scopes;
  for (const auto& table : tables_) scopes.push_back(table.variables);
  const auto order = EliminationOrder(sizes_, std::move(scopes)).find(effort);
  if (!order) return std::nullopt;
  eliminate_all(*order);
  Solution solution;
  solution.values.assign(sizes_.size(), 0);
  for (const auto& table : tables_) {
    if (table.alive() && table.variables.empty()) {
      solution.price = solution.price + table.price(0);
    }
  }
  for (auto step = eliminated_.rbegin(); step != eliminated_.rend(); ++step) {
    std::size_t entry = 0;
    for (int variable : step->scope) {
      entry = entry * size_of(variable) + static_cast<std::size_t>(nth(solution.values, variable));
    }
    nth(solution.values, step->variable) = step->best[entry];
  }
  return solution;
}

RELATILE_INLINE double FactorGraph::entries(const std::vector<int>& scope) const {
  double product = 1;
  for (int variable : scope) product *= static_cast<double>(size_of(variable));
  return product;
}

RELATILE_INLINE void FactorGraph::eliminate_all(const std::vector<EliminationOrder::Step>& order) {
  for (const auto& step : order) eliminate(step.variable, step.scope);
}

RELATILE_INLINE FactorGraph::Reader FactorGraph::reader_of(const Table& table, int variable,
                                                           const std::vector<int>& scope) const {
  std::size_t inner = 1;  // how far one step of the eliminated variable goes in the table
  for (auto other = table.variables.rbegin(); *other != variable; ++other) {
    inner *= size_of(*other);
  }
  const std::size_t values = size_of(variable);
  Reader reader{{}, {}, std::vector<std::size_t>(scope.size(), 0), 0};
  const std::vector<double> of_pairs =
      table.pairs ? table.pairs->costs(*table.kept_rows, *table.kept_columns)
                  : std::vector<double>{};
  reader.costs.reserve(table.size());
  if (!table.pairs) reader.ties.reserve(table.size());
  for (std::size_t outer = 0; outer < table.size() / (inner * values); ++outer) {
    for (std::size_t i = 0; i < inner; ++i) {
      for (std::size_t v = 0; v < values; ++v) {
        const std::size_t entry = (outer * values + v) * inner + i;
        reader.costs.push_back(table.pairs ? of_pairs[entry] : (*table.prices)[entry].cost);
        if (!table.pairs) reader.ties.push_back((*table.prices)[entry].tie);
      }
    }
  }
  std::size_t stride = values;
  for (auto other = table.variables.rbegin(); other != table.variables.rend(); ++other) {
    if (*other == variable) continue;
    const auto place = std::lower_bound(scope.begin(), scope.end(), *other) - scope.begin();
    nth(reader.steps, place) = stride;
    stride *= size_of(*other);
  }
  return reader;
}

RELATILE_INLINE FactorGraph::Sums::Sums(const std::vector<Reader>& readers, std::size_t values)
    : num_values(values),
      num_steady(static_cast<std::size_t>(
          std::count_if(readers.begin(), readers.end(), std::mem_fn(&Reader::is_steady)))) {
  const std::size_t padded = (values + together - 1) / together * together;
  steady_costs.assign(padded, std::numeric_limits<double>::infinity());
  steady_ties.assign(padded, 0);
  costs = steady_costs;
  ties = steady_ties;
}

RELATILE_INLINE void FactorGraph::Sums::add(const std::vector<double>& of_reader, std::size_t at,
                                            const double* from, double* to) const {
  const double* more = of_reader.data() + at;
#pragma omp simd
  for (std::size_t v = 0; v < num_values; ++v) to[v] = from[v] + more[v];
}

RELATILE_INLINE void FactorGraph::Sums::add_steady(const std::vector<Reader>& readers) {
  std::fill_n(steady_costs.begin(), num_values, 0.0);
  std::fill_n(steady_ties.begin(), num_values, 0.0);
  for (std::size_t r = 0; r < num_steady; ++r) {
    const auto& [of_costs, of_ties, steps, at] = readers[r];
    add(of_costs, at, steady_costs.data(), steady_costs.data());
    if (!of_ties.empty()) add(of_ties, at, steady_ties.data(), steady_ties.data());
  }
}

template <class Number>
double FactorGraph::Sums::least(Number&& number) const {
  std::array<double, together> least;
  least.fill(std::numeric_limits<double>::infinity());
  for (std::size_t v = 0; v < costs.size(); v += together) {
#pragma omp simd
    for (std::size_t i = 0; i < together; ++i) {
      const double here = number(v + i);
      least[i] = here < least[i] ? here : least[i];
    }
  }
  return *std::min_element(least.begin(), least.end());
}

RELATILE_INLINE FactorGraph::Cheapest FactorGraph::Sums::cheapest(const double* all_costs,
                                                                  const double* all_ties) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double cost = least([&](std::size_t v) { return all_costs[v]; });
  if (cost == infinity) return {};
  const double tie =
      least([&](std::size_t v) { return all_costs[v] == cost ? all_ties[v] : infinity; });
  std::size_t value = 0;
  while (all_costs[value] != cost || all_ties[value] != tie) ++value;
  return {value, {cost, tie}};
}

RELATILE_INLINE FactorGraph::Cheapest FactorGraph::cheapest(const std::vector<Reader>& readers,
                                                            Sums& sums, bool steady_changed) {
  if (steady_changed) sums.add_steady(readers);
  const double* costs = sums.steady_costs.data();
  const double* ties = sums.steady_ties.data();
  for (std::size_t r = sums.num_steady; r < readers.size(); ++r) {
    const Reader& reader = readers[r];
    sums.add(reader.costs, reader.at, costs, sums.costs.data());
    costs = sums.costs.data();
    if (reader.ties.empty()) continue;
    sums.add(reader.ties, reader.at, ties, sums.ties.data());
    ties = sums.ties.data();
  }
  return sums.cheapest(costs, ties);
}

RELATILE_INLINE std::vector<FactorGraph::Reader> FactorGraph::readers_of(
    int variable, const std::vector<int>& scope) const {
  std::vector<Reader> readers;
  for (int id : nth(tables_of_, variable)) {
    const Table& table = nth(tables_, id);
    if (table.alive()) readers.push_back(reader_of(table, variable, scope));
  }
  std::stable_partition(readers.begin(), readers.end(), std::mem_fn(&Reader::is_steady));
  return readers;
}

RELATILE_INLINE void FactorGraph::eliminate(int variable, const std::vector<int>& scope) {
  std::vector<Reader> readers = readers_of(variable, scope);
  const auto total = static_cast<std::size_t>(entries(scope));
  auto prices = std::make_shared<std::vector<Price>>(total);
  Elimination step{variable, scope, std::vector<std::int32_t>(total, 0)};
  std::vector<std::size_t> at(scope.size(), 0);
  Sums sums(readers, size_of(variable));
  for (std::size_t entry = 0; entry < total && !readers.empty(); ++entry) {
    const bool begins = at.empty() || at.back() == 0;
    const Cheapest best = cheapest(readers, sums, begins);
    step.best[entry] = static_cast<std::int32_t>(best.value);
    (*prices)[entry] = best.price;
    advance(at, scope, readers);
  }
  for (int id : nth(tables_of_, variable)) {
    nth(tables_, id) = {};
  }
  for (int other : scope) {
    std::erase_if(nth(tables_of_, other), [&](int id) { return !nth(tables_, id).alive(); });
  }
  eliminated_.push_back(std::move(step));
  add_table(scope, std::move(prices));
}

RELATILE_INLINE void FactorGraph::advance(std::vector<std::size_t>& at,
                                          const std::vector<int>& scope,
                                          std::vector<Reader>& readers) const {
  for (std::size_t d = scope.size(); d-- > 0;) {
    ++at[d];
    for (auto& reader : readers) reader.at += reader.steps[d];
    if (at[d] < size_of(scope[d])) return;
    for (auto& reader : readers) reader.at -= reader.steps[d] * at[d];
    at[d] = 0;
  }
}

}  // namespace relatile::planner
