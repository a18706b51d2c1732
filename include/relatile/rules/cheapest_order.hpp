// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/rules/contraction_labels.hpp"
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

  explicit SubsetTrees(const ContractionLabels& labels, int most_labels = max_rank);

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
  LabelSet labels_of(Subset set) const;

  void find_best(Subset set);

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
RELATILE_INLINE std::vector<ContractionStep> greedy_steps(const ContractionLabels& labels,
                                                          int most_labels);

}  // namespace detail

/// The order of the fewest flops: exactly, up to `most_exact_operands` operands; greedily beyond.
///
///   errors  LimitExceeded if a step needs more than `most_labels` labels in every order tried
///   source  [optein18]: its "dp", with outer products
RELATILE_INLINE ContractionOrder cheapest_order(const ContractionLabels& labels,
                                                int most_labels = max_rank);

}  // namespace relatile::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/rules/impl/cheapest_order.hpp"
#endif
