// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/rewriting.hpp"

#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "relatile/core/error.hpp"
#include "relatile/papers/tra21/rules/list.hpp"
#include "relatile/papers/tra21/rules/rule.hpp"
#include "relatile/plan/algebra/operator.hpp"
#include "relatile/plan/algebra/translate.hpp"
#include "relatile/planner/lower.hpp"
#include "relatile/planner/space/tree_hash.hpp"

namespace relatile::papers::detail {

RELATILE_INLINE void tidy(Trees& trees, std::string& names) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& place : plan::operators_of(trees)) {
      for (const auto& rule : tra21::rules::all_rules) {
        if (!rule.tidies || changed) continue;
        Trees now = tra21::rules::rewritten_at(rule, trees, place);
        if (now.empty()) continue;
        trees = std::move(now);
        names += (names.empty() ? "" : ", ") + tra21::rules::full_name(rule);
        changed = true;
      }
      if (changed) break;
    }
  }
}

}  // namespace relatile::papers::detail

namespace relatile::papers {

RELATILE_INLINE RuleResult search_by_rules(const Trees& initial, const RuleSearch& search) {
  std::vector<detail::Reached> reached;
  std::unordered_set<std::uint64_t> seen;
  TreeHash hash;
  using Rank = std::tuple<std::int64_t, std::size_t, std::size_t>;
  std::priority_queue<Rank, std::vector<Rank>, std::greater<>> next;
  const auto rank = [&](std::size_t r) { return Rank{reached[r].cost, reached[r].operators, r}; };
  bool initial_tree = true;
  const auto reach = [&](Trees trees, std::size_t from, std::string rule) {
    if (!initial_tree) detail::tidy(trees, rule);
    if (!seen.insert(hash(trees)).second) return;
    const std::int64_t cost = search.cost(trees);
    const std::size_t operators = plan::operators_of(trees).size();
    reached.push_back({std::move(trees), cost, operators, from, std::move(rule)});
    next.push(rank(reached.size() - 1));
  };
  reach(initial, 0, "");
  initial_tree = false;
  while (!next.empty() && reached.size() < search.most_trees) {
    const std::size_t r = std::get<2>(next.top());
    next.pop();
    const Trees trees = reached[r].trees;
    for (const auto& place : plan::operators_of(trees)) {
      for (const auto& rule : tra21::rules::all_rules) {
        if (reached.size() >= search.most_trees) break;
        Trees now = tra21::rules::rewritten_at(rule, trees, place);
        if (!now.empty()) reach(std::move(now), r, tra21::rules::full_name(rule));
      }
    }
  }
  std::vector<std::size_t> order(reached.size());
  for (std::size_t r = 0; r < order.size(); ++r) order[r] = r;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  std::size_t best = 0;
  for (std::size_t r : order) {
    if (search.accepts && !search.accepts(reached[r].trees)) continue;
    best = r;
    break;
  }
  RuleResult result;
  result.trees = reached[best].trees;
  result.cost = reached[best].cost;
  result.looked_at = reached.size();
  result.complete = next.empty();
  for (std::size_t r = best; r != 0; r = reached[r].from) {
    result.steps.insert(result.steps.begin(), {reached[r].rule, reached[r].trees, reached[r].cost});
  }
  return result;
}

RELATILE_INLINE plan::Plan plan_by_rules(const std::vector<tra::NodePtr>& roots, int num_sites,
                                         std::int64_t message_limit, RuleSearch search) {
  Trees initial;
  plan::Translation translate;
  for (const auto& root : roots) initial.push_back(translate(root));
  const auto lower = [&](const Trees& trees) {
    return Lowering(num_sites, message_limit).lower(trees);
  };
  search.accepts = [&](const Trees& trees) {
    try {
      lower(trees);
      return true;
    } catch (const UnsupportedPlan&) {
      return false;
    }
  };
  plan::Plan plan = lower(search_by_rules(initial, search).trees);
  plan.planner = "tra";
  return plan;
}

}  // namespace relatile::papers
