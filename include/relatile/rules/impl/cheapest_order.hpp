// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/cheapest_order.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace relatile::rules {

RELATILE_INLINE SubsetTrees::SubsetTrees(const ContractionLabels& labels, int most_labels)
    : labels_(labels), most_labels_(most_labels), trees_(std::size_t(1) << labels.size()) {
  for (Subset set = 1; set < trees_.size(); ++set) {
    trees_[set].labels = labels_of(set);
    trees_[set].volume = labels.volume(trees_[set].labels);
  }
  for (Subset set = 1; set < trees_.size(); ++set) find_best(set);
}

RELATILE_INLINE LabelSet SubsetTrees::labels_of(Subset set) const {
  LabelSet inside = 0;
  LabelSet outside = labels_.output;
  for (std::size_t x = 0; x < labels_.size(); ++x) {
    (set >> x & 1 ? inside : outside) |= labels_.operands[x];
  }
  return inside & outside;
}

RELATILE_INLINE void SubsetTrees::find_best(Subset set) {
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

}  // namespace relatile::rules

namespace relatile::rules::detail {

RELATILE_INLINE std::vector<ContractionStep> greedy_steps(const ContractionLabels& labels,
                                                          int most_labels) {
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

}  // namespace relatile::rules::detail

namespace relatile::rules {

RELATILE_INLINE ContractionOrder cheapest_order(const ContractionLabels& labels, int most_labels) {
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
