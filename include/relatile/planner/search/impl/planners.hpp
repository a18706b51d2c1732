// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/planners.hpp"

#include <utility>

#include "relatile/planner/search/best_plan.hpp"
#include "relatile/planner/search/by_rule/plan_along.hpp"
#include "relatile/planner/search/exhaustive.hpp"

namespace relatile::planner {

RELATILE_INLINE Assignment plan_exhaustive(const Problem& problem) {
  auto found = Exhaustive(problem).solve();
  if (found) return *std::move(found);
  throw LimitExceeded("relatile: there are too many plans to try them all, or '" +
                      problem.objective().name() +
                      "' is no sum over operators; take another planner, such as 'optimal'");
}

RELATILE_INLINE std::vector<Planner> planners() {
  std::vector<Planner> all{
      {"optimal", "the cheapest plan there is; where that is out of reach, the best one found",
       [](const Problem& problem) { return best_plan(problem); }},
      {"exhaustive", "every plan tried: for small programs, as a check", plan_exhaustive}};
  all.insert(all.end(), heuristics().begin(), heuristics().end());
  return all;
}

RELATILE_INLINE std::string all_planner_names() {
  std::string names;
  for (const Planner& planner : planners()) {
    names += (names.empty() ? "" : ", ") + std::string(planner.name);
  }
  return names;
}

RELATILE_INLINE Planner planner_named(std::string_view name) {
  for (const Planner& planner : planners()) {
    if (planner.name == name) return planner;
  }
  if (std::vector<std::string> labels = labels_in(name); !labels.empty()) {
    return {name, "einsums are cut along these labels",
            [name = std::string(name), labels = std::move(labels)](const Problem& problem) {
              return plan_along(problem, name, labels);
            }};
  }
  throw UnsupportedPlan("relatile: there is no planner called '" + std::string(name) +
                        "'; there are " + all_planner_names() +
                        ", and such as 'along h, f' (the papers' are known to programs that "
                        "include <relatile/papers.hpp>)");
}

RELATILE_INLINE Assignment plan_by_name(std::string_view name, const Problem& problem) {
  return planner_named(name).plan(problem);
}

}  // namespace relatile::planner
