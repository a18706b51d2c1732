// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/layout_order.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"
#include "relatile/rules/fuse_maps.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::planner {

RELATILE_INLINE LayoutOrder::LayoutOrder(const rules::SplitContraction& split,
                                         const tra::Node& node, Limits limits, int num_sites,
                                         const Objective& objective,
                                         std::shared_ptr<SharedSpaces> spaces)
    : split_(split),
      node_(node),
      trees_(split.labels()),
      limits_(limits),
      num_sites_(num_sites),
      objective_(objective),
      spaces_(std::move(spaces)) {}

RELATILE_INLINE rules::ContractionOrder LayoutOrder::best() {
  const Solved& all = solve(trees_.all());
  std::unordered_map<Subset, Subset> left_of;
  descend(trees_.all(), all.states.front(), left_of);
  std::vector<rules::ContractionStep> steps;
  rules::detail::add_steps(steps, trees_.all(), split_.labels().size(),
                           [&](Subset set) { return left_of.at(set); });
  return rules::priced(split_.labels(), std::move(steps));
}

RELATILE_INLINE const LayoutOrder::Solved& LayoutOrder::solve(Subset set) {
  const auto known = solved_.find(set);
  if (known != solved_.end()) return *known->second;
  auto solved = std::make_unique<Solved>();
  if ((set & (set - 1)) == 0) {
    *solved = operand(static_cast<std::size_t>(__builtin_ctz(set)));
  } else {
    for (Subset left : splits(set)) {
      if (solved->states.empty() || !spent()) add_states(*solved, set, left);
    }
    sort_stably(solved->states, [](const State& a, const State& b) { return a.price < b.price; });
    const std::size_t most = spent() ? 1 : most_states;
    if (solved->states.size() > most) solved->states.resize(most);
  }
  return *(solved_[set] = std::move(solved));
}

RELATILE_INLINE LayoutOrder::Solved LayoutOrder::operand(std::size_t x) const {
  const tra::NodePtr& node = node_.inputs[x];
  Solved solved{split_.operand(x, node), {}};
  const auto& labels = solved.term.labels;
  const rules::LabelSet set = split_.labels().operands[x];
  const bool plain = solved.term.node == node && rules::label_set(labels) == set &&
                     static_cast<int>(labels.size()) == __builtin_popcountll(set);
  if (plain && node->evaluated()) {
    solved.states.resize(1);
    solved.states[0].stored =
        placement::irregular_sharding({node->value->held, node->value->placement});
  } else {
    solved.term = stand_in(set, node->type.block.element);
  }
  return solved;
}

RELATILE_INLINE std::vector<int> LayoutOrder::ordered(rules::LabelSet set) {
  std::vector<int> labels;
  for (int l = 0; set >> l != 0; ++l) {
    if (set >> l & 1) labels.push_back(l);
    if (l == 63) break;
  }
  return labels;
}

RELATILE_INLINE rules::SplitContraction::Term LayoutOrder::stand_in(rules::LabelSet set,
                                                                    ElementType element) const {
  rules::SplitContraction::Term term{std::make_shared<tra::Node>(), ordered(set)};
  Extents shape;
  for (int label : term.labels) {
    const double extent = nth(split_.labels().extents, label);
    shape.push_back(static_cast<std::int64_t>(extent));
  }
  term.node->type = tra::array_type(element, shape);
  return term;
}

RELATILE_INLINE std::vector<LayoutOrder::Subset> LayoutOrder::splits(Subset set) const {
  std::vector<std::pair<double, Subset>> found;
  const double most = most_flops(limits_.slack, trees_.flops(set));
  rules::SubsetTrees::for_each_split(set, [&](Subset left, Subset right) {
    if (!trees_.fits(left, right)) return;
    const double flops = trees_.flops(left) + trees_.flops(right) + trees_.split_flops(left, right);
    if (std::isinf(flops)) return;  // a half that has too many labels in every order
    if (flops <= most) found.emplace_back(flops, left);
  });
  sort_stably(found, [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Subset> lefts;
  for (const auto& [flops, left] : found) {
    if (lefts.size() < (spent() ? 1 : most_splits)) lefts.push_back(left);
  }
  return lefts;
}

RELATILE_INLINE std::vector<LayoutOrder::Read> LayoutOrder::reads(const Problem& step, int n,
                                                                  std::size_t slot,
                                                                  const Solved& half) {
  std::vector<Read> all;
  moves_priced_ +=
      static_cast<double>(half.states.size() * step.member(n).space->needs[slot].size());
  const auto& node = *step.member(n).node;
  for (const auto& need : step.member(n).space->needs[slot]) {
    Read best;
    for (std::size_t s = 0; s < half.states.size(); ++s) {
      const State& state = half.states[s];
      Price price = state.price;
      price.cost += step.move_price(node.inputs[slot]->type, state.stored, need);
      if (s > 0 && !(price < best.price)) continue;
      best = {price, static_cast<int>(s)};
    }
    all.push_back(best);
  }
  return all;
}

RELATILE_INLINE void LayoutOrder::add_states(Solved& solved, Subset set, Subset left) {
  const Solved* halves[] = {&solve(left), &solve(set ^ left)};
  const bool last = set == trees_.all();
  const std::vector<int> made = last ? split_.labelling().output : ordered(trees_.labels(set));
  const tra::NodePtr whole = split_.step(halves[0]->term, halves[1]->term, made);
  const tra::NodePtr root = rules::fuse_maps({whole}).at(whole.get());
  const Problem step({root}, num_sites_, objective_, spaces_);
  const int n = step.index_of(*root);
  // A converted operand has an own node between: it is read for nothing, as it is made there.
  std::vector<std::vector<Read>> slots;
  std::vector<int> half_of;
  for (std::size_t slot = 0; slot < root->inputs.size(); ++slot) {
    const int half = root->inputs[slot] == halves[0]->term.node   ? 0
                     : root->inputs[slot] == halves[1]->term.node ? 1
                                                                  : -1;
    half_of.push_back(half);
    slots.push_back(half < 0 ? std::vector<Read>{} : reads(step, n, slot, *nth(halves, half)));
  }
  for (int c = 0; c < static_cast<int>(step.member(n).space->candidates.size()); ++c) {
    State state{step.stored_by(n, c), step.work_price(n, c), left, 0, 0};
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
      if (half_of[slot] < 0) continue;
      const auto need = static_cast<std::size_t>(step.candidate(n, c).needs[slot]);
      const Read& chosen = slots[slot][need];
      state.price = state.price + chosen.price;
      (half_of[slot] == 0 ? state.left_state : state.right_state) = chosen.state;
    }
    keep(solved, std::move(state));
  }
  if (!solved.term.node) solved.term = stand_in(trees_.labels(set), root->type.block.element);
}

RELATILE_INLINE void LayoutOrder::keep(Solved& solved, State state) {
  for (auto& known : solved.states) {
    if (!(known.stored == state.stored)) continue;
    if (state.price < known.price) known = std::move(state);
    return;
  }
  solved.states.push_back(std::move(state));
}

RELATILE_INLINE void LayoutOrder::descend(Subset set, const State& state,
                                          std::unordered_map<Subset, Subset>& left_of) {
  left_of[set] = state.left;
  const std::pair<Subset, int> halves[] = {{state.left, state.left_state},
                                           {set ^ state.left, state.right_state}};
  for (const auto& [half, chosen] : halves) {
    if ((half & (half - 1)) == 0) continue;
    descend(half, nth(solve(half).states, chosen), left_of);
  }
}

}  // namespace relatile::planner
