// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <vector>

#include "relatile/planner/greedy.hpp"
#include "relatile/planner/label_order.hpp"

namespace relatile::planner {

/// Data parallelism: whatever has the batch's axis, the first one of the largest array that is
/// read, is cut along it alone, so that every site has its share of the samples and all of the
/// rest. Operators on something else are cut along the first label of their largest operand.
///
///   source  [tra21] section 5.3, [ein24] section 9: what frameworks do by default
class DataParallel {
 public:
  explicit DataParallel(const Problem& problem) : problem_(problem), axes_(nodes_of(problem)) {
    Bytes largest{-1};
    for (int n = 0; n < problem.size(); ++n) {
      const auto axes = axes_of(n);
      if (!is_leaf(n) || axes.empty() || size_of(node(n)) <= largest) continue;
      largest = size_of(node(n));
      batch_ = axes.front();
    }
  }

  Draft draft() const {
    Draft draft(problem_);
    for (int n = 0; n < problem_.size(); ++n) {
      const auto axes = axes_of(n);
      const auto batch = std::find(axes.begin(), axes.end(), batch_);
      if (problem_.member(n).role != Role::free || batch == axes.end()) continue;
      PartitionVector wanted(axes.size(), 1);
      wanted[static_cast<std::size_t>(batch - axes.begin())] = problem_.num_sites();
      draft.state[static_cast<std::size_t>(n)] = nearest_state(problem_, n, wanted);
    }
    return decide_in_order(problem_, std::move(draft), [&](int n) {
      PartitionVector wanted(node(n).labels.size(), 1);
      const int label = sample_label(node(n));
      if (label >= 0) wanted[static_cast<std::size_t>(label)] = problem_.num_sites();
      return nearest_candidates(problem_, n, wanted);
    });
  }

 private:
  static std::vector<tra::NodePtr> nodes_of(const Problem& problem) {
    std::vector<tra::NodePtr> nodes;
    for (int n = 0; n < problem.size(); ++n) nodes.push_back(problem.member(n).node);
    return nodes;
  }
  static Bytes size_of(const tra::Node& node) {
    return node.type.bytes_in(Box::whole(node.type.extents));
  }
  const tra::Node& node(int n) const { return *problem_.member(n).node; }
  bool is_leaf(int n) const {
    const Role role = problem_.member(n).role;
    return role == Role::stored || role == Role::free || role == Role::anywhere;
  }

  /// Which axis of the program every axis of a node's value is.
  std::vector<int> axes_of(int n) const {
    const std::vector<int>& ranks = axes_.ranks(node(n));
    if (node(n).labels.rank() == 0) return ranks;
    std::vector<int> axes;
    for (const auto& dim : node(n).output.dims) {
      axes.push_back(dim.label < 0 ? -1 : ranks[static_cast<std::size_t>(dim.label)]);
    }
    return axes;
  }

  /// The label that numbers the samples, if there is one; else the first label of the largest
  /// operand, or of what is made from nothing; -1 if there is none at all.
  int sample_label(const tra::Node& node) const {
    const std::vector<int>& ranks = axes_.ranks(node);
    const auto batch = std::find(ranks.begin(), ranks.begin() + node.labels.rank(), batch_);
    if (batch != ranks.begin() + node.labels.rank()) {
      return static_cast<int>(batch - ranks.begin());
    }
    int label = node.inputs.empty() && node.labels.rank() > 0 ? 0 : -1;
    Bytes largest{-1};
    for (std::size_t x = 0; x < node.inputs.size(); ++x) {
      const auto& dims = node.accesses[x].dims;
      const auto first =
          std::find_if(dims.begin(), dims.end(), [](const AccessDim& d) { return d.label >= 0; });
      if (first == dims.end() || size_of(*node.inputs[x]) <= largest) continue;
      largest = size_of(*node.inputs[x]);
      label = first->label;
    }
    return label;
  }

  const Problem& problem_;
  const LabelOrder axes_;
  int batch_ = -2;
};

inline Choice plan_data_parallel(const Problem& problem) {
  return complete(problem, DataParallel(problem).draft(), "data_parallel");
}

}  // namespace relatile::planner
