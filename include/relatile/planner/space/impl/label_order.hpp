// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/label_order.hpp"

#include <utility>

#include "relatile/core/nth.hpp"

namespace relatile::planner {

RELATILE_INLINE LabelOrder::LabelOrder(const std::vector<tra::NodePtr>& nodes) {
  std::unordered_map<const tra::Node*, int> first;  // of a node's output dimensions
  std::vector<int> first_label;
  for (const auto& node : nodes) {
    first_label.push_back(size());
    add(node->labels.rank());
    first[node.get()] = size();
    add(node->type.rank());
    const int labels = first_label.back();
    for (std::size_t d = 0; d < node->output.dims.size(); ++d) {
      const int label = node->output.dims[d].label;
      if (label >= 0) unite(labels + label, first[node.get()] + static_cast<int>(d));
    }
    for (std::size_t x = 0; x < node->accesses.size() && !node->evaluated(); ++x) {
      for (std::size_t d = 0; d < node->accesses[x].dims.size(); ++d) {
        const int label = node->accesses[x].dims[d].label;
        if (label < 0) continue;
        unite(labels + label, first.at(node->inputs[x].get()) + static_cast<int>(d));
      }
    }
  }
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const bool leaf = nodes[n]->inputs.empty() && nodes[n]->labels.rank() == 0;
    const int from = leaf ? first.at(nodes[n].get()) : first_label[n];
    const int count = leaf ? nodes[n]->type.rank() : nodes[n]->labels.rank();
    std::vector<int> ranks;
    for (int l = 0; l < count; ++l) ranks.push_back(find(from + l));
    ranks_[nodes[n].get()] = std::move(ranks);
  }
}

RELATILE_INLINE int LabelOrder::find(int a) {
  while (nth(leader_, a) != a) {
    int& up = nth(leader_, a);
    up = nth(leader_, up);
    a = up;
  }
  return a;
}

RELATILE_INLINE void LabelOrder::unite(int a, int b) {
  a = find(a);
  b = find(b);
  nth(leader_, std::max(a, b)) = std::min(a, b);
}

}  // namespace relatile::planner
