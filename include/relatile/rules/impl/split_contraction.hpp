// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/split_contraction.hpp"

#include "relatile/core/access.hpp"
#include "relatile/core/assert.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/rules/cheapest_order.hpp"
#include "relatile/tra/labels.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::rules {

RELATILE_INLINE tra::NodePtr SplitContraction::in_order(
    const ContractionOrder& order, const std::vector<tra::NodePtr>& operands) const {
  const std::vector<LabelSet> sets = labels_of_steps(labels_, order.steps);
  std::vector<Term> terms;
  for (std::size_t x = 0; x < operands.size(); ++x) terms.push_back(operand(x, operands[x]));
  for (std::size_t s = 0; s < order.steps.size(); ++s) {
    const bool last = s + 1 == order.steps.size();
    const Term& left = nth(terms, order.steps[s].left);
    const Term& right = nth(terms, order.steps[s].right);
    std::vector<int> made =
        last ? labelling().output : labels_in(sets[operands.size() + s], left, right);
    tra::NodePtr node = step(left, right, made);
    terms.push_back({std::move(node), std::move(made)});
  }
  tra::Node& last = *terms.back().node;
  last.name = node_.name;
  last.title = node_.title;
  last.handle = node_.handle;
  last.pins = node_.pins;
  return terms.back().node;
}

RELATILE_INLINE SplitContraction::Term SplitContraction::operand(std::size_t x,
                                                                 const tra::NodePtr& node) const {
  const std::vector<int>& labels = labelling().operands[x];
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

RELATILE_INLINE tra::NodePtr SplitContraction::step(const Term& left, const Term& right,
                                                    const std::vector<int>& made) const {
  tra::Labelling pair{{left.labels, right.labels}, made, labelling().names};
  einsum_detail::drop_unused(pair);
  tra::NodePtr node = einsum().pairwise(left.node, right.node, pair);
  RELATILE_ASSERT(!node->evaluated() && node != left.node && node != right.node);
  note_where(*node, left.node, right.node);
  return node;
}

RELATILE_INLINE std::vector<int> SplitContraction::labels_in(LabelSet set, const Term& left,
                                                             const Term& right) {
  std::vector<int> labels;
  int innermost = -1;
  if (!left.labels.empty() && !right.labels.empty() && left.labels.back() == right.labels.back() &&
      (set >> left.labels.back() & 1)) {
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

RELATILE_INLINE void SplitContraction::note_where(tra::Node& made, const tra::NodePtr& left,
                                                  const tra::NodePtr& right) const {
  made.where = node_.where;
  for (const auto& input : made.inputs) {
    if (input != left && input != right) note_where(*input, left, right);
  }
}

RELATILE_INLINE Rewritten split_by_flops(const std::vector<tra::NodePtr>& roots) {
  return split_contractions(
      roots, [](const tra::Node& node) { return cheapest_order(contraction_labels(node)); });
}

}  // namespace relatile::rules
