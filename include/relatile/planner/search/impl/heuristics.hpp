// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/heuristics.hpp"

#include <string>

#include "relatile/core/error.hpp"
#include "relatile/planner/search/by_rule/data_parallel.hpp"
#include "relatile/planner/search/by_rule/fixed_plans.hpp"
#include "relatile/planner/search/by_rule/fixed_tilings.hpp"

namespace relatile::planner {

namespace detail {

inline std::vector<Planner>& known_heuristics() {
  static std::vector<Planner> all{
      {"broadcast_left", "every join broadcasts its left operand",
       [](const Problem& problem) { return plan_joins(problem, "broadcast_left"); }},
      {"broadcast_right", "every join broadcasts its right operand",
       [](const Problem& problem) { return plan_joins(problem, "broadcast_right"); }},
      {"cross_product", "every join shuffles both operands on the labels it sums over",
       [](const Problem& problem) { return plan_joins(problem, "cross_product"); }},
      {"replicate", "every join replicates both operands over a grid",
       [](const Problem& problem) { return plan_joins(problem, "replicate"); }},
      {"data_parallel", "everything is cut along the batch's axis", plan_data_parallel},
      {"row", "every array in rows", plan_row},
      {"column", "every array in columns", plan_column},
      {"block", "every array in blocks", plan_block},
  };
  return all;
}

}  // namespace detail

RELATILE_INLINE const std::vector<Planner>& heuristics() { return detail::known_heuristics(); }

RELATILE_INLINE void add_planner(const Planner& planner) {
  for (const Planner& known : heuristics()) {
    if (known.name != planner.name) continue;
    throw UnsupportedPlan("relatile: there is a planner called '" + std::string(known.name) +
                          "' already");
  }
  detail::known_heuristics().push_back(planner);
}

}  // namespace relatile::planner
