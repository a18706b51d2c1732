// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/all_orders.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "relatile/core/sort_stably.hpp"

namespace relatile::rules {

RELATILE_INLINE double num_orders(std::size_t num_operands) {
  double product = 1;
  for (std::size_t n = 3; n <= num_operands; ++n) product *= 2 * static_cast<double>(n) - 3;
  return product;
}

}  // namespace relatile::rules

namespace relatile::rules::detail {

RELATILE_INLINE std::vector<std::vector<SubsetTrees::Subset>> all_trees(SubsetTrees::Subset set) {
  if ((set & (set - 1)) == 0) return {{}};
  std::vector<std::vector<SubsetTrees::Subset>> trees;
  SubsetTrees::for_each_split(set, [&](SubsetTrees::Subset left, SubsetTrees::Subset right) {
    const auto lefts = all_trees(left);
    const auto rights = all_trees(right);
    for (const auto& first : lefts) {
      for (const auto& second : rights) {
        std::vector<SubsetTrees::Subset> tree{left};
        tree.insert(tree.end(), first.begin(), first.end());
        tree.insert(tree.end(), second.begin(), second.end());
        trees.push_back(std::move(tree));
      }
    }
  });
  return trees;
}

}  // namespace relatile::rules::detail

namespace relatile::rules {

RELATILE_INLINE std::vector<ContractionOrder> all_orders(const ContractionLabels& labels,
                                                         int most_labels) {
  const auto all = static_cast<SubsetTrees::Subset>((std::size_t(1) << labels.size()) - 1);
  std::vector<ContractionOrder> orders;
  for (const auto& tree : detail::all_trees(all)) {
    std::size_t at = 0;  // steps ask for left halves from the root down too
    std::vector<ContractionStep> steps;
    detail::add_steps(steps, all, labels.size(), [&](SubsetTrees::Subset) { return tree[at++]; });
    ContractionOrder order = priced(labels, std::move(steps), most_labels);
    if (order.flops < std::numeric_limits<double>::infinity()) orders.push_back(std::move(order));
  }
  sort_stably(orders, cheaper);
  return orders;
}

}  // namespace relatile::rules
