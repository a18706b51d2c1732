// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/rules/cheapest_order.hpp"
#include "relatile/tra/graph.hpp"
#include "relatile/tra/labels.hpp"
#include "relatile/tra/map.hpp"

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

  /// An operand of a step, and which label each of its dimensions has.
  struct Term {
    tra::NodePtr node;
    std::vector<int> labels;
  };

  /// The last step's node, which stands for the einsum from now on. `operands` are the einsum's
  /// own, as rewritten until now.
  tra::NodePtr in_order(const ContractionOrder& order,
                        const std::vector<tra::NodePtr>& operands) const {
    const std::vector<LabelSet> sets = labels_of_steps(labels_, order.steps);
    std::vector<Term> terms;
    for (std::size_t x = 0; x < operands.size(); ++x) terms.push_back(operand(x, operands[x]));
    for (std::size_t s = 0; s < order.steps.size(); ++s) {
      const bool last = s + 1 == order.steps.size();
      const Term& left = terms[static_cast<std::size_t>(order.steps[s].left)];
      const Term& right = terms[static_cast<std::size_t>(order.steps[s].right)];
      std::vector<int> made =
          last ? node_.labelling->output : labels_in(sets[operands.size() + s], left, right);
      tra::NodePtr node = step(left, right, made);
      terms.push_back({std::move(node), std::move(made)});
    }
    tra::Node& last = *terms.back().node;
    last.name = node_.name;
    last.title = node_.title;
    last.handle = node_.handle;
    last.pinned_placement = node_.pinned_placement;
    last.pinned_text = node_.pinned_text;
    return terms.back().node;
  }

  /// Operand `x`, without its stretched dimensions, in which it has nothing to tell.
  Term operand(std::size_t x, const tra::NodePtr& node) const {
    const std::vector<int>& labels = node_.labelling->operands[x];
    Term term{node, {}};
    Access access;
    Extents shape;
    for (std::size_t d = 0; d < labels.size(); ++d) {
      const std::int64_t extent = node->type.extents[static_cast<int>(d)];
      const auto label = static_cast<std::size_t>(labels[d]);
      const bool stretched = static_cast<double>(extent) != labels_.extents[label];
      access.dims.push_back({stretched ? -1 : shape.rank(), 0, 1, 1, nullptr});
      if (stretched) continue;
      shape.push_back(extent);
      term.labels.push_back(labels[d]);
    }
    if (shape.rank() == node->type.rank()) return term;
    term.node = tra::make_view("squeeze", node, std::move(access), shape);
    term.node->where = node_.where;
    return term;
  }

  /// The einsum of two, by the labels of the result.
  tra::NodePtr step(const Term& left, const Term& right, const std::vector<int>& made) const {
    tra::Labelling labelling{{left.labels, right.labels}, made, node_.labelling->names};
    einsum_detail::drop_unused(labelling);
    tra::NodePtr node = node_.pairwise(left.node, right.node, labelling);
    RELATILE_ASSERT(!node->evaluated() && node != left.node && node != right.node);
    note_where(*node, left.node, right.node);
    return node;
  }

 private:
  /// The labels of `set` in the order in which the operands have them. One that both have innermost
  /// stays innermost: along it their elements are multiplied as they lie in memory.
  static std::vector<int> labels_in(LabelSet set, const Term& left, const Term& right) {
    std::vector<int> labels;
    int innermost = -1;
    if (!left.labels.empty() && !right.labels.empty() &&
        left.labels.back() == right.labels.back() && (set >> left.labels.back() & 1)) {
      innermost = left.labels.back();
      set &= ~(LabelSet(1) << innermost);
    }
    for (const Term* term : {&left, &right}) {
      for (int label : term->labels) {
        if (!(set >> label & 1)) continue;
        labels.push_back(label);
        set &= ~(LabelSet(1) << label);
      }
    }
    if (innermost >= 0) labels.push_back(innermost);
    return labels;
  }

  /// All nodes that a step is made of come from the line that asked for the einsum.
  void note_where(tra::Node& made, const tra::NodePtr& left, const tra::NodePtr& right) const {
    made.where = node_.where;
    for (const auto& input : made.inputs) {
      if (input != left && input != right) note_where(*input, left, right);
    }
  }

  const tra::Node& node_;
  ContractionLabels labels_;
};

/// The graph with every einsum of many operands split: new node by old one. `order_of(node)` says
/// how.
template <class OrderOf>
std::unordered_map<const tra::Node*, tra::NodePtr> split_contractions(
    const std::vector<tra::NodePtr>& roots, const OrderOf& order_of) {
  std::unordered_map<const tra::Node*, tra::NodePtr> rewritten;
  for (const auto& node : tra::topological_order(roots)) {
    tra::NodePtr& now = rewritten[node.get()];
    now = node;
    if (node->evaluated()) continue;
    std::vector<tra::NodePtr> inputs;
    for (const auto& input : node->inputs) inputs.push_back(rewritten.at(input.get()));
    if (node->is_many()) {
      now = SplitContraction(*node).in_order(order_of(*node), inputs);
    } else if (inputs != node->inputs) {
      auto copy = std::make_shared<tra::Node>(*node);
      copy->inputs = std::move(inputs);
      now = std::move(copy);
    }
  }
  return rewritten;
}

/// The same with the fewest operations: what is cheapest when communication is free.
inline std::unordered_map<const tra::Node*, tra::NodePtr> split_by_flops(
    const std::vector<tra::NodePtr>& roots) {
  return split_contractions(
      roots, [](const tra::Node& node) { return cheapest_order(contraction_labels(node)); });
}

}  // namespace relatile::rules
