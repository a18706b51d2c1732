// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "relatile/planner/problem.hpp"
#include "relatile/rules/fuse_maps.hpp"
#include "relatile/rules/split_contraction.hpp"

namespace relatile::planner {

/// The most operations that are worth trying where `fewest` are enough. An infinite slack allows
/// any number, also beside none: einsums of empty arrays take no operations at all.
inline double most_flops(double slack, double fewest) {
  return std::isinf(slack) ? slack : slack * fewest;
}

/// An order of one einsum of many operands, chosen with the layouts of its intermediates: dynamic
/// programming over subsets of the operands, with where the subset's result is stored as state.
///
/// A heuristic: operands that are still to be computed are taken to be wherever they are needed,
/// and every subset tries few splits and remembers few layouts.
class LayoutOrder {
 public:
  /// Splits of a subset that are tried, those of the fewest operations; layouts of its result that
  /// are remembered.
  static constexpr std::size_t most_splits = 4;
  static constexpr std::size_t most_states = 16;
  struct Limits {
    double slack;       ///< splits of more than this many times the fewest operations are not tried
    double most_moves;  ///< after so many moves were priced, one split of each subset is enough
  };

  LayoutOrder(const rules::SplitContraction& split, const tra::Node& node, Limits limits,
              int num_sites, const Objective& objective, std::shared_ptr<SharedSpaces> spaces)
      : split_(split),
        node_(node),
        trees_(split.labels()),
        limits_(limits),
        num_sites_(num_sites),
        objective_(objective),
        spaces_(std::move(spaces)) {}

  double moves_priced() const { return moves_priced_; }

  rules::ContractionOrder best() {
    const Solved& all = solve(trees_.all());
    std::unordered_map<Subset, Subset> left_of;
    descend(trees_.all(), all.states.front(), left_of);
    std::vector<rules::ContractionStep> steps;
    rules::detail::add_steps(steps, trees_.all(), split_.labels().size(),
                             [&](Subset set) { return left_of.at(set); });
    return rules::priced(split_.labels(), std::move(steps));
  }

 private:
  using Subset = rules::SubsetTrees::Subset;

  /// One way to have the result of a subset: where it is then, the price, and which states of its
  /// halves it starts from.
  struct State {
    placement::Spread stored;
    Price price;
    Subset left = 0;
    int left_state = 0;
    int right_state = 0;
  };
  struct Solved {
    rules::SplitContraction::Term term;  ///< what stands for the result in further steps
    std::vector<State> states;           ///< cheapest first; none: it is wherever it is needed
  };

  bool spent() const { return moves_priced_ > limits_.most_moves; }

  const Solved& solve(Subset set) {
    const auto known = solved_.find(set);
    if (known != solved_.end()) return *known->second;
    auto solved = std::make_unique<Solved>();
    if ((set & (set - 1)) == 0) {
      *solved = operand(static_cast<std::size_t>(__builtin_ctz(set)));
    } else {
      for (Subset left : splits(set)) {
        if (solved->states.empty() || !spent()) add_states(*solved, set, left);
      }
      std::stable_sort(solved->states.begin(), solved->states.end(),
                       [](const State& a, const State& b) { return a.price < b.price; });
      const std::size_t most = spent() ? 1 : most_states;
      if (solved->states.size() > most) solved->states.resize(most);
    }
    return *(solved_[set] = std::move(solved));
  }

  Solved operand(std::size_t x) const {
    const tra::NodePtr& node = node_.inputs[x];
    Solved solved{split_.operand(x, node), {}};
    const auto& labels = solved.term.labels;
    const rules::LabelSet set = split_.labels().operands[x];
    const bool plain = solved.term.node == node && rules::label_set(labels) == set &&
                       static_cast<int>(labels.size()) == __builtin_popcountll(set);
    if (plain && node->evaluated()) {
      solved.states.resize(1);
      solved.states[0].stored =
          placement::irregular_spread({node->value->held, node->value->placement});
    } else {
      solved.term = stand_in(set, node->type.block.element);
    }
    return solved;
  }

  static std::vector<int> ordered(rules::LabelSet set) {
    std::vector<int> labels;
    for (int l = 0; set >> l != 0; ++l) {
      if (set >> l & 1) labels.push_back(l);
      if (l == 63) break;
    }
    return labels;
  }

  /// An input in place of what a subset computes.
  rules::SplitContraction::Term stand_in(rules::LabelSet set, ElementType element) const {
    rules::SplitContraction::Term term{std::make_shared<tra::Node>(), ordered(set)};
    Extents shape;
    for (int label : term.labels) {
      const double extent = split_.labels().extents[static_cast<std::size_t>(label)];
      shape.push_back(static_cast<std::int64_t>(extent));
    }
    term.node->type = tra::array_type(element, shape);
    return term;
  }

  std::vector<Subset> splits(Subset set) const {
    std::vector<std::pair<double, Subset>> found;
    const double most = most_flops(limits_.slack, trees_.flops(set));
    rules::SubsetTrees::for_each_split(set, [&](Subset left, Subset right) {
      if (!trees_.fits(left, right)) return;
      const double flops =
          trees_.flops(left) + trees_.flops(right) + trees_.split_flops(left, right);
      if (std::isinf(flops)) return;  // a half that has too many labels in every order
      if (flops <= most) found.emplace_back(flops, left);
    });
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Subset> lefts;
    for (const auto& [flops, left] : found) {
      if (lefts.size() < (spent() ? 1 : most_splits)) lefts.push_back(left);
    }
    return lefts;
  }

  /// The cheapest way to read a half in each placement that the step may need it in.
  struct Read {
    Price price;
    int state = 0;
  };
  std::vector<Read> reads(const Problem& step, int n, std::size_t slot, const Solved& half) {
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

  void add_states(Solved& solved, Subset set, Subset left) {
    const Solved* halves[] = {&solve(left), &solve(set ^ left)};
    const bool last = set == trees_.all();
    const std::vector<int> made = last ? node_.labelling->output : ordered(trees_.labels(set));
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
      slots.push_back(half < 0 ? std::vector<Read>{}
                               : reads(step, n, slot, *halves[static_cast<std::size_t>(half)]));
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

  static void keep(Solved& solved, State state) {
    for (auto& known : solved.states) {
      if (!(known.stored == state.stored)) continue;
      if (state.price < known.price) known = std::move(state);
      return;
    }
    solved.states.push_back(std::move(state));
  }

  void descend(Subset set, const State& state, std::unordered_map<Subset, Subset>& left_of) {
    left_of[set] = state.left;
    const std::pair<Subset, int> halves[] = {{state.left, state.left_state},
                                             {set ^ state.left, state.right_state}};
    for (const auto& [half, chosen] : halves) {
      if ((half & (half - 1)) == 0) continue;
      descend(half, solve(half).states[static_cast<std::size_t>(chosen)], left_of);
    }
  }

  const rules::SplitContraction& split_;
  const tra::Node& node_;
  rules::SubsetTrees trees_;
  Limits limits_;
  int num_sites_;
  const Objective& objective_;
  std::shared_ptr<SharedSpaces> spaces_;
  double moves_priced_ = 0;
  std::unordered_map<Subset, std::unique_ptr<Solved>> solved_;
};

}  // namespace relatile::planner
