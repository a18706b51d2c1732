// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/rules/contraction_labels.hpp"
#include "relatile/rules/contraction_order.hpp"
#include "relatile/rules/replaced_inputs.hpp"
#include "relatile/rules/rewritten.hpp"
#include "relatile/tra/graph.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::rules {

/// Splits an einsum of many operands into steps of two.
///
///   equation  reduce[K u L](x * y * z) == reduce[L](reduce[K](x * y) * z)     if z lacks K
///   licence   * is associative and commutative, and distributes over the reduction: which
///             tra::make_contract_many, the only maker of such nodes, requires
///   source    [ein24] section 3; orders as in [optein18]
class SplitContraction {
 public:
  explicit SplitContraction(const tra::Node& node)
      : node_(node), labels_(contraction_labels(node)) {}

  const ContractionLabels& labels() const { return labels_; }
  const tra::Labelling& labelling() const { return *einsum().labelling; }

  /// An operand of a step, and which label each of its dimensions has.
  struct Term {
    tra::NodePtr node;
    std::vector<int> labels;
  };

  /// The last step's node, which stands for the einsum from now on. `operands` are the einsum's
  /// own, as rewritten until now.
  tra::NodePtr in_order(const ContractionOrder& order,
                        const std::vector<tra::NodePtr>& operands) const;

  /// Operand `x`, without its stretched dimensions, in which it has nothing to tell.
  Term operand(std::size_t x, const tra::NodePtr& node) const;

  /// The einsum of two, by the labels of the result.
  tra::NodePtr step(const Term& left, const Term& right, const std::vector<int>& made) const;

 private:
  /// The labels of `set` in the order in which the operands have them. One that both have innermost
  /// stays innermost: along it their elements are multiplied as they lie in memory.
  static std::vector<int> labels_in(LabelSet set, const Term& left, const Term& right);

  /// All nodes that a step is made of come from the line that asked for the einsum.
  void note_where(tra::Node& made, const tra::NodePtr& left, const tra::NodePtr& right) const;

  const tra::ContractMany& einsum() const { return tra::op_of<tra::ContractMany>(node_); }

  const tra::Node& node_;
  ContractionLabels labels_;
};

/// The graph with every einsum of many operands split: new node by old one. `order_of(node)` says
/// how.
template <class OrderOf>
Rewritten split_contractions(const std::vector<tra::NodePtr>& roots, const OrderOf& order_of) {
  Rewritten rewritten;
  for (const auto& node : tra::topological_order(roots)) {
    tra::NodePtr now = with_inputs(node, rewritten);
    if (!node->evaluated() && node->is_many()) {
      now = SplitContraction(*node).in_order(order_of(*node), now->inputs);
    }
    rewritten[node.get()] = std::move(now);
  }
  return rewritten;
}

/// The same with the fewest operations: what is cheapest when communication is free.
RELATILE_INLINE Rewritten split_by_flops(const std::vector<tra::NodePtr>& roots);

}  // namespace relatile::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/rules/impl/split_contraction.hpp"
#endif
