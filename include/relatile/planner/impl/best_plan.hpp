// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/best_plan.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "relatile/planner/heuristics.hpp"
#include "relatile/planner/optimal.hpp"
#include "relatile/planner/tables.hpp"

namespace relatile::planner {

RELATILE_INLINE Choice best_plan(const Problem& problem, const Effort& effort,
                                 const Patience& patience) {
  Tables tables(problem);
  Network network(problem, tables);
  std::vector<Choice> found;
  if (auto exact = network.solve(effort)) {
    if (problem.objective().additive()) return *std::move(exact);
    found.push_back(*std::move(exact));
  } else {
    found.push_back(network.approximate(effort));
    const Choice& choice = found.front();
    const double excess = choice.price.cost - choice.lower_bound;
    if (problem.objective().additive() && excess <= worth_searching * choice.lower_bound) {
      return found.front();
    }
  }
  for (const Planner& planner : heuristics()) found.push_back(planner.plan(problem));
  std::vector<std::vector<int>> seeds;
  for (const Choice& choice : found) seeds.push_back(network.values_of(choice));
  found.push_back(network.choice_of(LocalSearch(network, patience).improve(seeds)));
  const double lower_bound = problem.objective().additive() ? found.front().lower_bound : 0;
  Choice best = *std::min_element(found.begin(), found.end(), [](const Choice& a, const Choice& b) {
    return a.price < b.price;
  });
  best.optimal = false;
  best.lower_bound = lower_bound;
  best.planner = "optimal";
  return best;
}

}  // namespace relatile::planner
