// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/best_plan.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "relatile/planner/search/factor_tables.hpp"
#include "relatile/planner/search/heuristics.hpp"
#include "relatile/planner/search/optimal.hpp"

namespace relatile::planner {
namespace detail {

inline Assignment best_plan(const Problem& problem, const Effort& effort, const Patience& patience,
                            std::shared_ptr<SharedFactorTables> shared, bool rules_only) {
  FactorTables tables(problem, std::move(shared));
  FactoredProblem factors(problem, tables);
  std::vector<Assignment> found;
  if (auto exact = factors.solve(effort)) {
    if (problem.objective().additive()) return *std::move(exact);
    found.push_back(*std::move(exact));
  } else {
    found.push_back(factors.approximate(effort));
    const Assignment& assignment = found.front();
    const double excess = assignment.price.cost - assignment.lower_bound;
    if (problem.objective().additive() && excess <= worth_searching * assignment.lower_bound) {
      return found.front();
    }
  }
  for (const Planner& planner : heuristics()) {
    if (problem.num_sites() > planner.most_sites_to_start_from) continue;
    if (rules_only && planner.searches) continue;
    found.push_back(planner.plan(problem));
  }
  std::vector<std::vector<int>> seeds;
  for (const Assignment& assignment : found) seeds.push_back(factors.values_of(assignment));
  found.push_back(factors.assignment_of(LocalSearch(factors, patience).improve(seeds)));
  const double lower_bound = problem.objective().additive() ? found.front().lower_bound : 0;
  Assignment best =
      *std::min_element(found.begin(), found.end(),
                        [](const Assignment& a, const Assignment& b) { return a.price < b.price; });
  best.optimal = false;
  best.lower_bound = lower_bound;
  best.planner = "optimal";
  return best;
}

}  // namespace detail

RELATILE_INLINE Assignment best_plan(const Problem& problem, const Effort& effort,
                                     const Patience& patience,
                                     std::shared_ptr<SharedFactorTables> shared) {
  return detail::best_plan(problem, effort, patience, std::move(shared), false);
}

RELATILE_INLINE Assignment best_plan_by_rules(const Problem& problem) {
  return detail::best_plan(problem, {}, {}, std::make_shared<SharedFactorTables>(), true);
}

}  // namespace relatile::planner
