// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/planner/heuristics.hpp"
#include "relatile/planner/local_search.hpp"

namespace relatile::planner {

/// Beyond so many sites a simulation of every site's load takes longer than it can be worth.
inline constexpr int most_simulated_sites = 64;

/// A choice that costs at most this part more than the lower bound is as good as the best one: no
/// other planner is asked.
inline constexpr double worth_searching = 1e-3;

/// The cheapest choice, exactly if that is no more than `effort`. Otherwise, or where the objective
/// is no sum, the best of all other planners' choices and what a local search makes of them.
///
/// Never worse than any other planner's under the problem's objective; `Choice::optimal` says
/// whether it is known to be the cheapest.
inline Choice best_plan(const Problem& problem, const Effort& effort = {},
                        const Patience& patience = {}) {
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
  for (const Planner& planner : heuristics()) {
    const bool too_many = planner.name == "lshs" && problem.num_sites() > most_simulated_sites;
    if (!too_many) found.push_back(planner.plan(problem));
  }
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
