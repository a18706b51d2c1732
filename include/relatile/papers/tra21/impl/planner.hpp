// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/planner.hpp"

#include <algorithm>

#include "relatile/core/nth.hpp"
#include "relatile/planner/search/by_rule/fixed_plans.hpp"
#include "relatile/planner/search/nearest.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::papers {

RELATILE_INLINE std::vector<int> rewritings(const Problem& problem, int n) {
  const tra::Node& node = *problem.member(n).node;
  std::vector<int> all = all_candidates(problem, n);
  if (node.inputs.size() != 2 || problem.member(n).role != Role::computed) return all;
  std::vector<int> derived;
  for (const char* name :
       {"broadcast_left", "broadcast_right", "cross_product", "co_partitioned"}) {
    for (int c : candidates_named(problem, n, name)) derived.push_back(c);
  }
  std::vector<int> replicating = candidates_named(problem, n, "replicate");
  std::erase_if(replicating, [&](int c) { return problem.candidate(n, c).partial; });
  derived.insert(derived.end(), replicating.begin(), replicating.end());
  return derived.empty() ? all : derived;
}

RELATILE_INLINE Rewriting::Rewriting(const Problem& problem)
    : rule_(problem, floats_),
      decided_(problem),
      reads_(rule_),
      ways_(static_cast<std::size_t>(problem.size())),
      settled_(ways_.size(), false) {
  for (int n = 0; n < problem.size(); ++n) {
    if (!problem.member(n).chooses()) continue;
    find_ways(n);
    const auto& readers = problem.member(n).readers;
    const bool inside = readers.size() == 1 && problem.member(readers[0].node).chooses();
    if (!inside) settle(n, cheapest(n));
  }
}

RELATILE_INLINE void Rewriting::find_ways(int n) {
  std::map<std::pair<int, int>, std::pair<Price, int>> reads;  // per slot and need
  Ways& ways = nth(ways_, n);
  for (int c : rewritings(rule_, n)) {
    nth(decided_.candidate, n) = c;
    const int state = state_in(rule_, decided_, n);
    Way way{rule_.work_price(n, c) + rule_.offer_price(n, c, state), c, {}};
    for (int slot = 0; slot < rule_.num_slots(n); ++slot) {
      const int need = nth(rule_.candidate(n, c).needs, slot);
      const auto [known, unknown] = reads.try_emplace({slot, need});
      if (unknown) known->second = read(n, slot, need);
      if (!rule_.repeats(n, slot, c)) way.price = way.price + known->second.first;
      way.states.push_back(known->second.second);
    }
    Way& best = ways[state];
    if (way.price < best.price) best = std::move(way);
  }
}

RELATILE_INLINE std::pair<Price, int> Rewriting::read(int n, int slot, int need) {
  const int x = rule_.operand(n, slot);
  const int supplier = rule_.member(x).supplier;
  const auto at = static_cast<std::size_t>(supplier);
  if (rule_.member(x).role == Role::anywhere) return {{}, -1};
  if (rule_.member(supplier).role == Role::free) return {{reads_.least(n, slot, need), 0}, -1};
  if (!rule_.member(supplier).chooses() || settled_[at]) {
    return {{reads_.price(n, slot, need, state_in(rule_, decided_, supplier)), 0}, -1};
  }
  std::pair<Price, int> best(Price::impossible(), -1);
  for (const auto& [state, way] : ways_[at]) {
    const Price price = way.price + Price{reads_.price(n, slot, need, state), 0};
    if (price < best.first) best = {price, state};
  }
  return best;
}

RELATILE_INLINE int Rewriting::cheapest(int n) const {
  const Ways& ways = nth(ways_, n);
  return std::min_element(
             ways.begin(), ways.end(),
             [](const auto& a, const auto& b) { return a.second.price < b.second.price; })
      ->first;
}

RELATILE_INLINE void Rewriting::settle(int n, int state) {
  std::vector<std::pair<int, int>> open{{n, state}};
  while (!open.empty()) {
    const auto [node, in] = open.back();
    open.pop_back();
    const Way& way = nth(ways_, node).at(in);
    nth(decided_.candidate, node) = way.candidate;
    nth(settled_, node) = true;
    for (int slot = 0; slot < rule_.num_slots(node); ++slot) {
      const int operand_state = nth(way.states, slot);
      if (operand_state >= 0) open.emplace_back(rule_.operand(node, slot), operand_state);
    }
  }
}

}  // namespace relatile::papers
