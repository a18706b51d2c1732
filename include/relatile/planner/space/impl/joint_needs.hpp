// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/joint_needs.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "relatile/cost/site_sums.hpp"
#include "relatile/placement/owned_parts.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/planner/space/problem.hpp"

namespace relatile::planner {

RELATILE_INLINE void JointNeeds::add() {
  if (!is_offered()) return;
  find_operators();
  if (operators_.size() < 2) return;
  compare_needs();
  if (!is_few() && even_operators_ != operators_) {
    // Where only some unions are offered, work on slices in place crowds out no other work.
    std::swap(operators_, even_operators_);
    look_for(is_small() ? most : most_of_large);
    std::swap(operators_, even_operators_);
    forget_drafts();
  }
  look_for(is_few() ? most_of_few : is_small() ? most : most_of_large);
  if (is_few() && !drafts_.empty()) offered_.unions_from = drafts_.top().price;
  if (!offered_.joints.empty()) offered_.needs = std::move(needs_);
}

RELATILE_INLINE void JointNeeds::look_for(const Most& limits) {
  start();
  const std::size_t before = offered_.joint_options.size();
  while (!drafts_.empty() && offered_.joint_options.size() - before < limits.options &&
         num_drafts_ < limits.drafts) {
    const int draft = drafts_.top().draft;
    drafts_.pop();
    look_at(draft);
  }
}

RELATILE_INLINE void JointNeeds::forget_drafts() {
  while (!drafts_.empty()) drafts_.pop();
  queued_.clear();
  extended_.clear();
  seen_.clear();
  sets_by_price_.assign(sets_by_price_.size(), std::nullopt);
  num_drafts_ = 0;
}

RELATILE_INLINE bool JointNeeds::is_few() const {
  return is_small() && problem_.size() <= few_operators;
}

RELATILE_INLINE bool JointNeeds::is_small() const {
  return problem_.num_sites() <= few_sites && problem_.size() <= Problem::few_nodes &&
         problem_.objective().idling() == Idling::balanced;
}

RELATILE_INLINE bool JointNeeds::is_offered() const {
  if (problem_.num_sites() > Problem::most_sites_joined) return false;
  return problem_.objective().joins_reads() && value_.node->type.elements;
}

RELATILE_INLINE void JointNeeds::find_operators() {
  std::map<int, std::vector<int>> slots;  // per operator
  for (const Reader& reader : value_.readers) {
    if (problem_.member(reader.node).chooses()) slots[reader.node].push_back(reader.slot);
  }
  if (slots.size() < 2) return;
  for (const auto& [n, read] : slots) add_operator(n, read);
}

RELATILE_INLINE void JointNeeds::add_operator(int n, const std::vector<int>& slots) {
  const NodeSpace& space = *problem_.member(n).space;
  std::vector<std::vector<int>> numbers;  // per slot and need of it
  for (int slot : slots) {
    numbers.emplace_back();
    for (const auto& need : nth(space.needs, slot)) {
      if (need.irregular) return;
      numbers.back().push_back(index_in(needs_, need));
    }
  }
  std::set<Set> sets;
  std::set<Set> even_sets;
  for (const Candidate& candidate : space.candidates) {
    Set needs;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      needs.push_back(nth(numbers[i], nth(candidate.needs, slots[i])));
    }
    std::sort(needs.begin(), needs.end());
    needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
    if (candidate.follows < 0) even_sets.insert(needs);
    sets.insert(std::move(needs));
  }
  operators_.emplace_back(sets.begin(), sets.end());
  even_operators_.emplace_back(even_sets.begin(), even_sets.end());
}

RELATILE_INLINE void JointNeeds::compare_needs() {
  const int count = static_cast<int>(needs_.size());
  within_.assign(needs_.size(), std::vector<std::uint8_t>(needs_.size(), 1));
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b < a; ++b) compare(a, b);
  }
  for (auto* operators : {&operators_, &even_operators_}) {
    for (auto& sets : *operators) {
      for (Set& needs : sets) needs = without_parts(needs);
    }
  }
  sets_by_price_.resize(offered_.states.size() * operators_.size());
  prices_.assign(offered_.states.size(), std::vector<double>(needs_.size(), -1));
}

RELATILE_INLINE void JointNeeds::compare(int a, int b) {
  const placement::Sharding& first = nth(needs_, a);
  const placement::Sharding& second = nth(needs_, b);
  const cost::SiteRanges range_of_first(first);
  const cost::SiteRanges range_of_second(second);
  std::uint8_t a_in_b = 1;
  std::uint8_t b_in_a = 1;
  for (int site = 0; site < problem_.num_sites() && (a_in_b || b_in_a); ++site) {
    std::int64_t size_of_a = first.holds(site) ? 1 : 0;
    std::int64_t size_of_b = second.holds(site) ? 1 : 0;
    std::int64_t common = size_of_a * size_of_b;
    for (std::size_t d = 0; d < first.dims.size(); ++d) {
      const Range in_a = range_of_first(d, site);
      const Range in_b = range_of_second(d, site);
      size_of_a *= cost::detail::length(in_a);
      size_of_b *= cost::detail::length(in_b);
      common *= cost::detail::length(cost::detail::common(in_a, in_b));
    }
    if (common < size_of_a) a_in_b = 0;
    if (common < size_of_b) b_in_a = 0;
  }
  nth(nth(within_, a), b) = a_in_b;
  nth(nth(within_, b), a) = b_in_a;
}

RELATILE_INLINE JointNeeds::Set JointNeeds::without_parts(const Set& needs) const {
  Set kept;
  for (int a : needs) {
    // Of two that are the same everywhere the first stays.
    const bool is_part = std::any_of(needs.begin(), needs.end(), [&](int b) {
      return a != b && within(a, b) && (!within(b, a) || b < a);
    });
    if (!is_part) kept.push_back(a);
  }
  return kept;
}

RELATILE_INLINE int JointNeeds::union_of(int needs, int more) {
  const auto [known, is_new] = unions_.try_emplace(pair_of(needs, more));
  if (is_new) {
    Set all;
    std::set_union(sets_[needs].begin(), sets_[needs].end(), sets_[more].begin(), sets_[more].end(),
                   std::back_inserter(all));
    known->second = sets_.number_of(without_parts(all));
  }
  return known->second;
}

RELATILE_INLINE int JointNeeds::with_operator(int operators, int op) {
  const auto [known, is_new] = with_operator_.try_emplace(pair_of(operators, op));
  if (is_new) {
    Set all = sets_[operators];
    all.insert(std::upper_bound(all.begin(), all.end(), op), op);
    known->second = sets_.number_of(all);
  }
  return known->second;
}

RELATILE_INLINE double JointNeeds::price_of_need(int state, int need) {
  double& known = nth(nth(prices_, state), need);
  if (known < 0) {
    known = problem_.move_price(value_.node->type, nth(offered_.states, state), nth(needs_, need));
  }
  return known;
}

RELATILE_INLINE double JointNeeds::price(int state, int needs) {
  const Set& set = sets_[needs];
  if (set.size() == 1) return price_of_need(state, set.front());
  const auto [known, is_new] = prices_of_sets_.try_emplace(key_of(state, needs));
  if (is_new) {
    std::vector<const placement::Sharding*> parts;
    for (int need : set) parts.push_back(&nth(needs_, need));
    double together = problem_.joint_price(value_.node->type, nth(offered_.states, state), parts);
    for (int need : set) together = std::max(together, price_of_need(state, need));
    known->second = together;
  }
  return known->second;
}

RELATILE_INLINE void JointNeeds::start() {
  // An input without data is stored as parts of what one of its readers needs.
  const bool is_free = value_.role == Role::free;
  std::vector<int> owned;
  for (std::size_t k = 0; is_free && k < needs_.size(); ++k) {
    const auto parts = placement::owned_parts(needs_[k], value_.node->type.extents);
    const auto& states = offered_.states;
    const auto known = parts ? std::find(states.begin(), states.end(), *parts) : states.end();
    owned.push_back(known == states.end() ? -1 : static_cast<int>(known - states.begin()));
  }
  Draft nothing;
  nothing.needs = nothing.operators = sets_.number_of({});
  for (int state = 0; state < static_cast<int>(offered_.states.size()); ++state) {
    if (is_free && std::find(owned.begin(), owned.end(), state) == owned.end()) continue;
    nothing.state = state;
    extended_.push_back(nothing);
    const int before = static_cast<int>(extended_.size()) - 1;
    for (int op = 0; op < static_cast<int>(operators_.size()); ++op) push(before, op, 0);
  }
}

RELATILE_INLINE void JointNeeds::put_in_queue(int draft) {
  const Draft& one = nth(queued_, draft);
  drafts_.push({one.price, sets_.beginning(one.needs), one.state, draft});
}

RELATILE_INLINE void JointNeeds::look_at(int number) {
  Draft draft = nth(queued_, number);
  const bool is_single = num_operators(draft) == 1;
  if (!draft.is_priced) {
    push(draft.before, draft.last, draft.way + 1);
    draft.price = std::max(draft.price, price(draft.state, draft.needs));
    draft.is_priced = true;
    if (is_single) draft.apart = draft.price;
    nth(queued_, number) = draft;
    if (is_single || draft.price < draft.apart) put_in_queue(number);
    return;
  }
  if (!is_single) offer(draft);
  extend(draft);
}

RELATILE_INLINE JointNeed JointNeeds::joint_of(const Set& needs) const {
  JointNeed joint;
  for (int need : needs) joint.parts.push_back(nth(needs_, need));
  for (int k = 0; k < static_cast<int>(needs_.size()); ++k) {
    const bool has_it =
        std::any_of(needs.begin(), needs.end(), [&](int need) { return within(k, need); });
    joint.serves.push_back(has_it ? 1 : 0);
  }
  return joint;
}

RELATILE_INLINE void JointNeeds::offer(const Draft& draft) {
  // What is one need serves its readers as a copy.
  const Set& needs = sets_[draft.needs];
  if (needs.size() < 2) return;
  if (!options_.insert(key_of(draft.state, draft.needs)).second) return;
  const int next = static_cast<int>(offered_.joints.size());
  const auto [known, is_new] = joints_.try_emplace(draft.needs, next);
  if (is_new) offered_.joints.push_back(joint_of(needs));
  offered_.joint_options.push_back({draft.state, known->second});
}

RELATILE_INLINE void JointNeeds::extend(const Draft& draft) {
  const bool is_single = num_operators(draft) == 1;
  const Set& known = sets_[draft.operators];
  const int next = static_cast<int>(both_.size());
  const int both = both_.try_emplace(pair_of(draft.needs, draft.operators), next).first->second;
  if (!seen_.insert(key_of(draft.state, both)).second) return;
  extended_.push_back(draft);
  const int before = static_cast<int>(extended_.size()) - 1;
  // Every pair once; further operators in any order, since what they need may be part of what a
  // later one needs only.
  for (int op = is_single ? draft.last + 1 : 0; op < static_cast<int>(operators_.size()); ++op) {
    if (std::find(known.begin(), known.end(), op) != known.end()) continue;
    push(before, op, 0);
  }
}

RELATILE_INLINE const std::vector<JointNeeds::PricedSet>& JointNeeds::sets_by_price(int state,
                                                                                    int op) {
  auto& known = nth(sets_by_price_, static_cast<std::size_t>(state) * operators_.size() +
                                        static_cast<std::size_t>(op));
  if (known) return *known;
  known.emplace();
  for (const Set& needs : nth(operators_, op)) {
    double least = 0;
    for (int need : needs) least = std::max(least, price_of_need(state, need));
    if (least > 0) known->push_back({least, sets_.number_of(needs)});
  }
  std::sort(known->begin(), known->end(), [&](const PricedSet& a, const PricedSet& b) {
    return a.least != b.least ? a.least < b.least : sets_.is_after(b.needs, a.needs);
  });
  return *known;
}

RELATILE_INLINE void JointNeeds::push(int before, int op, int way) {
  const auto& sets = sets_by_price(nth(extended_, before).state, op);
  while (way < static_cast<int>(sets.size()) && !push(before, op, way, nth(sets, way))) ++way;
}

RELATILE_INLINE bool JointNeeds::push(int before, int op, int way, const PricedSet& more) {
  const Draft& draft = nth(extended_, before);
  Draft next;
  next.state = draft.state;
  next.before = before;
  next.last = op;
  next.way = way;
  next.price = std::max(draft.price, more.least);
  next.needs = union_of(draft.needs, more.needs);
  if (num_operators(draft) > 0) {
    if (next.needs == draft.needs && num_operators(draft) > 1) return false;  // served anyway
    next.apart = draft.apart + price(draft.state, more.needs);
  }
  next.operators = with_operator(draft.operators, op);
  ++num_drafts_;
  queued_.push_back(next);
  put_in_queue(static_cast<int>(queued_.size()) - 1);
  return true;
}

}  // namespace relatile::planner
