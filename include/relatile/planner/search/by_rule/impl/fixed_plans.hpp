// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/by_rule/fixed_plans.hpp"

#include <string>

#include "relatile/core/nth.hpp"
#include "relatile/planner/search/completion.hpp"
#include "relatile/planner/search/greedy.hpp"
#include "relatile/planner/search/nearest.hpp"
#include "relatile/planner/space/named_plans.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

RELATILE_INLINE std::vector<int> busiest_candidates(const Problem& problem, int n,
                                                    const std::vector<int>& candidates) {
  const auto idle = least(static_cast<int>(candidates.size()), [&](int i) {
    const int c = nth(candidates, i);
    return -static_cast<double>(problem.candidate(n, c).layout.num_working());
  });
  std::vector<int> kept;
  for (int i : idle) kept.push_back(nth(candidates, i));
  return kept;
}

RELATILE_INLINE std::vector<int> candidates_named(const Problem& problem, int n,
                                                  std::string_view name) {
  std::vector<int> named;
  const tra::Node& node = *problem.member(n).node;
  if (node.inputs.size() != 2 || problem.member(n).role != Role::computed) return named;
  for (int c = 0; c < num_candidates(problem, n); ++c) {
    if (plan_name(node, problem.candidate(n, c).layout) == name) named.push_back(c);
  }
  return busiest_candidates(problem, n, named);
}

RELATILE_INLINE Assignment plan_joins(const Problem& problem, std::string_view name) {
  PartialAssignment decided = decide_in_order(problem, PartialAssignment(problem), [&](int n) {
    std::vector<int> named = candidates_named(problem, n, name);
    return named.empty() ? all_candidates(problem, n) : named;
  });
  return complete(problem, decided, std::string(name));
}

}  // namespace relatile::planner
