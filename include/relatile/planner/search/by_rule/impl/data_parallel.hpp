// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/search/by_rule/data_parallel.hpp"

#include <algorithm>

#include "relatile/core/access.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/planner/search/greedy.hpp"
#include "relatile/planner/search/nearest.hpp"

namespace relatile::planner {

RELATILE_INLINE DataParallel::DataParallel(const Problem& problem)
    : problem_(problem), axes_(nodes_of(problem)) {
  Bytes largest{-1};
  for (int n = 0; n < problem.size(); ++n) {
    const auto axes = axes_of(n);
    if (!is_leaf(n) || axes.empty() || size_of(node(n)) <= largest) continue;
    largest = size_of(node(n));
    batch_ = axes.front();
  }
}

RELATILE_INLINE PartialAssignment DataParallel::decided() const {
  PartialAssignment decided(problem_);
  for (int n = 0; n < problem_.size(); ++n) {
    const auto axes = axes_of(n);
    const auto batch = std::find(axes.begin(), axes.end(), batch_);
    if (problem_.member(n).role != Role::free || batch == axes.end()) continue;
    PartitionVector wanted(axes.size(), 1);
    nth(wanted, batch - axes.begin()) = problem_.num_sites();
    nth(decided.state, n) = nearest_state(problem_, n, wanted);
  }
  return decide_in_order(problem_, std::move(decided), [&](int n) {
    PartitionVector wanted(node(n).labels.size(), 1);
    const int label = sample_label(node(n));
    if (label >= 0) nth(wanted, label) = problem_.num_sites();
    return nearest_candidates(problem_, n, wanted);
  });
}

RELATILE_INLINE std::vector<tra::NodePtr> DataParallel::nodes_of(const Problem& problem) {
  std::vector<tra::NodePtr> nodes;
  for (int n = 0; n < problem.size(); ++n) nodes.push_back(problem.member(n).node);
  return nodes;
}

RELATILE_INLINE std::vector<int> DataParallel::axes_of(int n) const {
  const std::vector<int>& ranks = axes_.ranks(node(n));
  if (node(n).labels.rank() == 0) return ranks;
  std::vector<int> axes;
  for (const auto& dim : node(n).output.dims) {
    axes.push_back(dim.label < 0 ? -1 : nth(ranks, dim.label));
  }
  return axes;
}

RELATILE_INLINE int DataParallel::sample_label(const tra::Node& node) const {
  const std::vector<int>& ranks = axes_.ranks(node);
  const auto batch = std::find(ranks.begin(), ranks.begin() + node.labels.rank(), batch_);
  if (batch != ranks.begin() + node.labels.rank()) {
    return static_cast<int>(batch - ranks.begin());
  }
  int label = node.inputs.empty() && node.labels.rank() > 0 ? 0 : -1;
  Bytes largest{-1};
  for (std::size_t x = 0; x < node.accesses.size(); ++x) {  // a rekey has none
    const auto& dims = node.accesses[x].dims;
    const auto first =
        std::find_if(dims.begin(), dims.end(), [](const AccessDim& d) { return d.label >= 0; });
    if (first == dims.end() || size_of(*node.inputs[x]) <= largest) continue;
    largest = size_of(*node.inputs[x]);
    label = first->label;
  }
  return label;
}

}  // namespace relatile::planner
