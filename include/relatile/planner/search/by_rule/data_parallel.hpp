// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/planner/search/completion.hpp"
#include "relatile/planner/space/label_order.hpp"
#include "relatile/planner/space/problem.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// Data parallelism: whatever has the batch's axis, the first one of the largest array that is
/// read, is cut along it alone, so that every site has its share of the samples and all of the
/// rest. Operators on something else are cut along the first label of their largest operand.
///
///   source  [tra21] section 5.3, [ein24] section 9: what frameworks do by default
class DataParallel {
 public:
  explicit DataParallel(const Problem& problem);

  PartialAssignment decided() const;

 private:
  static std::vector<tra::NodePtr> nodes_of(const Problem& problem);
  static Bytes size_of(const tra::Node& node) {
    return node.type.bytes_in(Box::whole(node.type.extents));
  }
  const tra::Node& node(int n) const { return *problem_.member(n).node; }
  bool is_leaf(int n) const {
    const Role role = problem_.member(n).role;
    return role == Role::stored || role == Role::free || role == Role::anywhere;
  }

  /// Which axis of the program every axis of a node's value is.
  std::vector<int> axes_of(int n) const;

  /// The label that numbers the samples, if there is one; else the first label of the largest
  /// operand, or of what is made from nothing; -1 if there is none at all.
  int sample_label(const tra::Node& node) const;

  const Problem& problem_;
  const LabelOrder axes_;
  int batch_ = -2;
};

inline Assignment plan_data_parallel(const Problem& problem) {
  return complete(problem, DataParallel(problem).decided(), "data_parallel");
}

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/by_rule/impl/data_parallel.hpp"
#endif
