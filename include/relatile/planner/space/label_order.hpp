// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unordered_map>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// A rank for every label of every node, equal where labels of different nodes index the same
/// dimension of the same data: the i of a product is the i of everything computed from it.
///
/// Meshes whose axes are ordered by these ranks agree along a program: a part of i is on the same
/// sites before and after, whatever else is cut.
class LabelOrder {
 public:
  explicit LabelOrder(const std::vector<tra::NodePtr>& nodes);

  /// Per label of the node (of an input: per dimension); smaller ranks come first in a mesh.
  const std::vector<int>& ranks(const tra::Node& node) const { return ranks_.at(&node); }

 private:
  int size() const { return static_cast<int>(leader_.size()); }
  void add(int count) {
    for (int i = 0; i < count; ++i) leader_.push_back(size());
  }
  int find(int a);
  void unite(int a, int b);

  std::vector<int> leader_;
  std::unordered_map<const tra::Node*, std::vector<int>> ranks_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/label_order.hpp"
#endif
