// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/contraction_order.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "relatile/core/nth.hpp"

namespace relatile::rules {

RELATILE_INLINE std::vector<LabelSet> labels_of_steps(const ContractionLabels& labels,
                                                      const std::vector<ContractionStep>& steps) {
  std::vector<LabelSet> sets = labels.operands;
  std::vector<bool> used(sets.size() + steps.size(), false);
  for (const auto& step : steps) {
    nth(used, step.left) = nth(used, step.right) = true;
    LabelSet needed = labels.output;
    for (std::size_t other = 0; other < sets.size(); ++other) {
      if (!used[other]) needed |= sets[other];
    }
    const LabelSet both = nth(sets, step.left) | nth(sets, step.right);
    sets.push_back(both & needed);
  }
  return sets;
}

RELATILE_INLINE ContractionOrder priced(const ContractionLabels& labels,
                                        std::vector<ContractionStep> steps, int most_labels) {
  const std::vector<LabelSet> sets = labels_of_steps(labels, steps);
  ContractionOrder order{std::move(steps), labels.flops_before, 0, false};
  for (std::size_t s = 0; s < order.steps.size(); ++s) {
    const LabelSet left = nth(sets, order.steps[s].left);
    const LabelSet right = nth(sets, order.steps[s].right);
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
