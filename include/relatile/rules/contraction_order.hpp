// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/rules/contraction_labels.hpp"

namespace relatile::rules {

/// The einsum of two: operands are numbered first, then the results of steps in their order.
struct ContractionStep {
  int left = 0;
  int right = 0;
  friend bool operator==(const ContractionStep&, const ContractionStep&) = default;
};

/// In which order an einsum of many operands is computed, two at a time: a binary tree. A label is
/// summed in the first step after which neither the output nor another operand needs it.
///
///   "ij,jk,kl->il":   steps = { {1, 2}, {0, 3} }   is   ij,(jk,kl->jl)->il
struct ContractionOrder {
  std::vector<ContractionStep> steps;
  double flops = 0;    ///< of all steps, and of what is reduced before them
  double largest = 0;  ///< elements of the largest intermediate or result
  bool optimal = true;
};

/// Fewer flops first, then the smaller largest intermediate.
inline bool cheaper(const ContractionOrder& a, const ContractionOrder& b) {
  return a.flops != b.flops ? a.flops < b.flops : a.largest < b.largest;
}

/// The labels of all operands and results of `steps`, in the order of their numbers.
RELATILE_INLINE std::vector<LabelSet> labels_of_steps(const ContractionLabels& labels,
                                                      const std::vector<ContractionStep>& steps);

/// What the steps cost. One that has more than `most_labels` makes the order infinitely dear.
RELATILE_INLINE ContractionOrder priced(const ContractionLabels& labels,
                                        std::vector<ContractionStep> steps,
                                        int most_labels = max_rank);

}  // namespace relatile::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/rules/impl/contraction_order.hpp"
#endif
