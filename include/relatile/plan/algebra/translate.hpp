// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/plan/algebra/moves.hpp"
#include "relatile/plan/algebra/operator.hpp"
#include "relatile/tra/graph.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::plan {

/// Compiles logical operators into the implementation algebra, one by one: the initial plan that
/// rules start from.
///
///   aggregate          local_aggregate(shuf<by>(R))
///   join               local_join(bcast(L), R)
///   rekey, transform   local_map(R)
///   filter             local_filter(R)
///   tile               local_map(R), the multi-map of local_tile
///   concat             local_aggregate(shuf<all but keyDim>(R)) that lays side by side
///
///   source  [tra21] table 1
class Translation {
 public:
  /// For the sites that the inputs are stored on.
  Translation() = default;
  /// Without exchanges, for one site that has everything: what is computed, not where.
  static Translation without_sites();

  OperatorPtr operator()(const tra::NodePtr& root) {
    for (const auto& node : tra::topological_order({root})) {
      if (known_.contains(node.get())) continue;
      OperatorPtr op = placed(*node, is_leaf(*node) ? leaf(node) : translate(*node));
      known_[node.get()] = std::move(op);
    }
    return known_.at(root.get());
  }

 private:
  static bool is_leaf(const tra::Node& node);

  OperatorPtr leaf(const tra::NodePtr& node) const {
    if (!logical_) return input(node);
    return input(node, placement::replicated(1, node->type.extents));
  }

  OperatorPtr placed(const tra::Node& node, OperatorPtr op) const {
    if (logical_ || node.evaluated() || !node.pins.placed()) return op;
    return plan::exchange(op, {node.pins.boxes, node.pins.place});
  }

  OperatorPtr by_keys(const OperatorPtr& x, const std::vector<int>& dims) const {
    return logical_ ? x : shuf(x, dims);
  }

  OperatorPtr translate(const tra::Node& node) const;

  OperatorPtr translate_join(const tra::Node& node, const OperatorPtr& left) const;

  OperatorPtr translate_concat(const tra::Node& node, const OperatorPtr& x) const;

  static std::vector<int> labels_of(const Access& access);

  /// The keys that a filter keeps, as a function on keys: nodes know them one by one.
  static std::function<bool(const Key&)> kept_by(const tra::Node& node);

  /// The keys that a rekey gives; none to keys that it was not asked about.
  static KeyMap keys_of(const tra::Node& node);

  bool logical_ = false;
  std::unordered_map<const tra::Node*, OperatorPtr> known_;
};

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/algebra/impl/translate.hpp"
#endif
