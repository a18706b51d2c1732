// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/contraction_labels.hpp"

#include "relatile/core/nth.hpp"
#include "relatile/tra/contract.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::rules {

RELATILE_INLINE LabelSet label_set(const std::vector<int>& labels) {
  LabelSet set = 0;
  for (int label : labels) set |= LabelSet(1) << label;
  return set;
}

RELATILE_INLINE double ContractionLabels::volume(LabelSet labels) const {
  double product = 1;
  for (std::size_t l = 0; labels != 0; ++l, labels >>= 1) {
    if (labels & 1) product *= extents[l];
  }
  return product;
}

RELATILE_INLINE std::vector<int> unstretched(const std::vector<int>& labels, const Extents& shape,
                                             const std::vector<std::int64_t>& extents) {
  std::vector<int> kept;
  for (int d = 0; d < shape.rank(); ++d) {
    const int label = nth(labels, d);
    if (shape[d] == nth(extents, label)) kept.push_back(label);
  }
  return kept;
}

RELATILE_INLINE ContractionLabels contraction_labels(const tra::Node& node) {
  const tra::Labelling& labelling = *tra::op_of<tra::ContractMany>(node).labelling;
  if (labelling.names.size() > 64) {
    throw LimitExceeded("relatile: " + node.name + ": an einsum of " +
                        std::to_string(labelling.names.size()) +
                        " labels; contract some operands first");
  }
  const std::vector<Extents> shapes = tra::shapes_of(node.inputs);
  const auto extents = tra::label_extents(node.name, labelling, shapes);
  ContractionLabels labels;
  labels.extents.assign(extents.begin(), extents.end());
  labels.output = label_set(labelling.output);
  LabelSet once = 0;
  LabelSet twice = labels.output;
  for (std::size_t x = 0; x < shapes.size(); ++x) {
    const LabelSet set = label_set(unstretched(labelling.operands[x], shapes[x], extents));
    labels.operands.push_back(set);
    twice |= once & set;
    once |= set;
  }
  for (LabelSet& set : labels.operands) {
    if (set & ~twice) labels.flops_before += labels.volume(set);
    set &= twice;
  }
  return labels;
}

}  // namespace relatile::rules
