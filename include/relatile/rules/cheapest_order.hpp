// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "relatile/rules/contraction_order.hpp"

namespace relatile::rules {

/// Up to this many operands the cheapest order is found exactly: 3^12 ways to split a subset in
/// two, some milliseconds.
inline constexpr std::size_t most_exact_operands = 12;

/// Subsets of the operands of an einsum, as bits, and what the best tree of each costs. Outer
/// products are among the trees: with small operands they can be cheapest.
class SubsetTrees {
 public:
  using Subset = std::uint32_t;

  explicit SubsetTrees(const ContractionLabels& labels, int most_labels = max_rank)
      : labels_(labels), most_labels_(most_labels), trees_(std::size_t(1) << labels.size()) {
    for (Subset set = 1; set < trees_.size(); ++set) {
      trees_[set].labels = labels_of(set);
      trees_[set].volume = labels.volume(trees_[set].labels);
    }
    for (Subset set = 1; set < trees_.size(); ++set) find_best(set);
  }

  LabelSet labels(Subset set) const { return trees_[set].labels; }
  double flops(Subset set) const { return trees_[set].flops; }
  double largest(Subset set) const { return trees_[set].largest; }
  /// One half of the best tree's root.
  Subset left(Subset set) const { return trees_[set].left; }
  Subset all() const { return static_cast<Subset>(trees_.size() - 1); }

  /// Whether an operator may have so many labels as combining the two takes.
  bool fits(Subset left, Subset right) const {
    return __builtin_popcountll(labels(left) | labels(right)) <= most_labels_;
  }
  double split_flops(Subset left, Subset right) const {
    return labels_.step_flops(labels(left), labels(right), labels(left | right));
  }

  /// Calls `visit(left, right)` for every way to split `set` in two; its first operand is in left.
  template <class Visit>
  static void for_each_split(Subset set, Visit&& visit) {
    const Subset first = set & (~set + 1);
    const Subset rest = set ^ first;
    for (Subset right = rest; right != 0; right = (right - 1) & rest) visit(set ^ right, right);
  }

 private:
  struct Tree {
    LabelSet labels = 0;
    double volume = 0;
    double flops = 0;
    double largest = 0;
    Subset left = 0;
  };

  /// The labels of the result of a subset: those that something outside it needs.
  LabelSet labels_of(Subset set) const {
    LabelSet inside = 0;
    LabelSet outside = labels_.output;
    for (std::size_t x = 0; x < labels_.size(); ++x) {
      (set >> x & 1 ? inside : outside) |= labels_.operands[x];
    }
    return inside & outside;
  }

  void find_best(Subset set) {
    Tree& tree = trees_[set];
    if ((set & (set - 1)) == 0) return;  // one operand
    tree.flops = std::numeric_limits<double>::infinity();
    for_each_split(set, [&](Subset left, Subset right) {
      if (!fits(left, right)) return;
      const double before = flops(left) + flops(right);
      if (before > tree.flops) return;
      const double total = before + split_flops(left, right);
      const double largest = std::max({tree.volume, trees_[left].largest, trees_[right].largest});
      if (total < tree.flops || (total == tree.flops && largest < tree.largest)) {
        tree.flops = total;
        tree.largest = largest;
        tree.left = left;
      }
    });
  }

  const ContractionLabels& labels_;
  int most_labels_;
  std::vector<Tree> trees_;
};

namespace detail {

/// Appends the steps of a tree over the operands in `set`, where `left_of(set)` says how a subset
/// is split; returns the number of its result.
template <class LeftOf>
int add_steps(std::vector<ContractionStep>& steps, SubsetTrees::Subset set,
              std::size_t num_operands, const LeftOf& left_of) {
  if ((set & (set - 1)) == 0) return __builtin_ctz(set);
  const SubsetTrees::Subset left = left_of(set);
  const int first = add_steps(steps, left, num_operands, left_of);
  const int second = add_steps(steps, set ^ left, num_operands, left_of);
  steps.push_back({first, second});
  return static_cast<int>(num_operands + steps.size()) - 1;
}

/// Takes, step by step, the two operands whose result is smallest beside them.
inline std::vector<ContractionStep> greedy_steps(const ContractionLabels& labels, int most_labels) {
  std::vector<ContractionStep> steps;
  std::vector<std::pair<int, LabelSet>> left;
  for (std::size_t x = 0; x < labels.size(); ++x) {
    left.emplace_back(static_cast<int>(x), labels.operands[x]);
  }
  while (left.size() > 1) {
    double best = std::numeric_limits<double>::infinity();
    double best_flops = best;
    std::size_t a = 0;
    std::size_t b = 1;
    LabelSet made = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      for (std::size_t j = i + 1; j < left.size(); ++j) {
        LabelSet needed = labels.output;
        for (std::size_t k = 0; k < left.size(); ++k) {
          if (k != i && k != j) needed |= left[k].second;
        }
        const LabelSet both = left[i].second | left[j].second;
        if (__builtin_popcountll(both) > most_labels) continue;
        const LabelSet result = both & needed;
        const double growth =
            labels.volume(result) - labels.volume(left[i].second) - labels.volume(left[j].second);
        const double flops = labels.step_flops(left[i].second, left[j].second, result);
        if (growth > best || (growth == best && flops >= best_flops)) continue;
        best = growth;
        best_flops = flops;
        a = i;
        b = j;
        made = result;
      }
    }
    steps.push_back({left[a].first, left[b].first});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(b));
    left[a] = {static_cast<int>(labels.size() + steps.size()) - 1, made};
    std::rotate(left.begin() + static_cast<std::ptrdiff_t>(a),
                left.begin() + static_cast<std::ptrdiff_t>(a) + 1, left.end());
  }
  return steps;
}

}  // namespace detail

/// The order of the fewest flops: exactly, up to `most_exact_operands` operands; greedily beyond.
///
///   errors  LimitExceeded if a step needs more than `most_labels` labels in every order tried
///   source  [optein18]: its "dp", with outer products
inline ContractionOrder cheapest_order(const ContractionLabels& labels,
                                       int most_labels = max_rank) {
  ContractionOrder order;
  if (labels.size() <= most_exact_operands) {
    const SubsetTrees trees(labels, most_labels);
    std::vector<ContractionStep> steps;
    if (trees.flops(trees.all()) < std::numeric_limits<double>::infinity()) {
      detail::add_steps(steps, trees.all(), labels.size(),
                        [&](SubsetTrees::Subset set) { return trees.left(set); });
      order = priced(labels, std::move(steps), most_labels);
      order.optimal = true;
      return order;
    }
  } else {
    order = priced(labels, detail::greedy_steps(labels, most_labels), most_labels);
    if (order.flops < std::numeric_limits<double>::infinity()) return order;
  }
  throw LimitExceeded("relatile: an einsum that needs more than " + std::to_string(most_labels) +
                      " labels at once, in whatever order it is computed; merge some of them");
}

}  // namespace relatile::rules
