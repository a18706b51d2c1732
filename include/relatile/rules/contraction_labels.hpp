// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "relatile/tra/contract.hpp"

namespace relatile::rules {

/// Labels as bits.
using LabelSet = std::uint64_t;

inline LabelSet label_set(const std::vector<int>& labels) {
  LabelSet set = 0;
  for (int label : labels) set |= LabelSet(1) << label;
  return set;
}

/// An einsum of many operands as far as the order of its steps matters: which labels each operand
/// has, and how long they are. Labels that one operand alone has, and repeats of a label inside an
/// operand, are gone already: they are reduced first.
///
///   "ij,jk,kll->i", where operand 1 has extent 1 in j:   operands = {i, k, k}, output = i
struct ContractionLabels {
  std::vector<LabelSet> operands;
  LabelSet output = 0;
  std::vector<double> extents;  ///< per label
  double flops_before = 0;      ///< of reducing operands before the first step

  std::size_t size() const { return operands.size(); }
  double volume(LabelSet labels) const {
    double product = 1;
    for (std::size_t l = 0; labels != 0; ++l, labels >>= 1) {
      if (labels & 1) product *= extents[l];
    }
    return product;
  }
  /// Multiplications and, if something is summed, as many additions: what opt_einsum counts too.
  double step_flops(LabelSet left, LabelSet right, LabelSet result) const {
    return volume(left | right) * ((left | right) == result ? 1 : 2);
  }
};

/// The labels of the dimensions in which an operand is not stretched: not of extent one under a
/// longer label.
inline std::vector<int> unstretched(const std::vector<int>& labels, const Extents& shape,
                                    const std::vector<std::int64_t>& extents) {
  std::vector<int> kept;
  for (int d = 0; d < shape.rank(); ++d) {
    const int label = labels[static_cast<std::size_t>(d)];
    if (shape[d] == extents[static_cast<std::size_t>(label)]) kept.push_back(label);
  }
  return kept;
}

/// What the operands of `node`, a contraction of many, have in common.
///
///   errors  LimitExceeded for more than 64 labels
inline ContractionLabels contraction_labels(const tra::Node& node) {
  const tra::Labelling& labelling = *node.labelling;
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
