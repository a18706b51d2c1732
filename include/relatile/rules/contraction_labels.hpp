// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// Labels as bits.
using LabelSet = std::uint64_t;

RELATILE_INLINE LabelSet label_set(const std::vector<int>& labels);

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
  double volume(LabelSet labels) const;
  /// Multiplications and, if something is summed, as many additions: what opt_einsum counts too.
  double step_flops(LabelSet left, LabelSet right, LabelSet result) const {
    return volume(left | right) * ((left | right) == result ? 1 : 2);
  }
};

/// The labels of the dimensions in which an operand is not stretched: not of extent one under a
/// longer label.
RELATILE_INLINE std::vector<int> unstretched(const std::vector<int>& labels, const Extents& shape,
                                             const std::vector<std::int64_t>& extents);

/// What the operands of `node`, a contraction of many, have in common.
///
///   errors  LimitExceeded for more than 64 labels
RELATILE_INLINE ContractionLabels contraction_labels(const tra::Node& node);

}  // namespace relatile::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/rules/impl/contraction_labels.hpp"
#endif
