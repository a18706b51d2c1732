// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "relatile/rules/contraction_labels.hpp"

namespace relatile::rules {

/// The einsum of two: operands are numbered first, then the results of steps in their order.
struct ContractionStep {
  int left = 0;
  int right = 0;
  friend bool operator==(const ContractionStep&, const ContractionStep&) = default;
};

/// In which order an einsum of many operands is computed, two at a time: a binary tree. A label is
/// summed in the first step after which neither the output nor another operand needs it.
///
///   "ij,jk,kl->il":   steps = { {1, 2}, {0, 3} }   is   ij,(jk,kl->jl)->il
struct ContractionOrder {
  std::vector<ContractionStep> steps;
  double flops = 0;    ///< of all steps, and of what is reduced before them
  double largest = 0;  ///< elements of the largest intermediate or result
  bool optimal = true;
};

/// Fewer flops first, then the smaller largest intermediate.
inline bool cheaper(const ContractionOrder& a, const ContractionOrder& b) {
  return a.flops != b.flops ? a.flops < b.flops : a.largest < b.largest;
}

/// The labels of all operands and results of `steps`, in the order of their numbers.
inline std::vector<LabelSet> labels_of_steps(const ContractionLabels& labels,
                                             const std::vector<ContractionStep>& steps) {
  std::vector<LabelSet> sets = labels.operands;
  std::vector<bool> used(sets.size() + steps.size(), false);
  for (const auto& step : steps) {
    used[static_cast<std::size_t>(step.left)] = used[static_cast<std::size_t>(step.right)] = true;
    LabelSet needed = labels.output;
    for (std::size_t other = 0; other < sets.size(); ++other) {
      if (!used[other]) needed |= sets[other];
    }
    const LabelSet both =
        sets[static_cast<std::size_t>(step.left)] | sets[static_cast<std::size_t>(step.right)];
    sets.push_back(both & needed);
  }
  return sets;
}

/// What the steps cost. One that has more than `most_labels` makes the order infinitely dear.
inline ContractionOrder priced(const ContractionLabels& labels, std::vector<ContractionStep> steps,
                               int most_labels = max_rank) {
  const std::vector<LabelSet> sets = labels_of_steps(labels, steps);
  ContractionOrder order{std::move(steps), labels.flops_before, 0, false};
  for (std::size_t s = 0; s < order.steps.size(); ++s) {
    const LabelSet left = sets[static_cast<std::size_t>(order.steps[s].left)];
    const LabelSet right = sets[static_cast<std::size_t>(order.steps[s].right)];
    const LabelSet made = sets[labels.size() + s];
    order.flops += labels.step_flops(left, right, made);
    order.largest = std::max(order.largest, labels.volume(made));
    if (__builtin_popcountll(left | right) > most_labels) {
      order.flops = std::numeric_limits<double>::infinity();
    }
  }
  return order;
}

}  // namespace relatile::rules
