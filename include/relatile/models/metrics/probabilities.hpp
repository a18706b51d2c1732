// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"
#include "relatile/models/labels.hpp"
#include "relatile/models/sample_weights.hpp"

// How good scores and probabilities of labels are: scikit-learn's metrics of them. Both look at
// labels at once, and are collective.

namespace relatile::models {

/// Which labels probabilities are of.
struct LogLossOptions {
  std::vector<std::int64_t> labels = {};  ///< ascending; of none all that y has
};

namespace detail {
/// Of one column it is the probability of the second label.
Array<double, 0> log_loss_of(const Labels& y, const Matrix& probabilities,
                             const SampleWeights& weights, const LogLossOptions& options);
}  // namespace detail

/// The mean of -log of the probability that each label was given: of a matrix a column a label,
/// ascending, of a vector of the greater of two labels. Probabilities are clipped to [e, 1 - e], e
/// the distance of 1 to the next number. If labels are given, and y has integers, std::uint64_t
/// aside, it is lazy.
///
///   errors  ShapeMismatch for no rows, or another number of them, of weights or of columns; Error
///           for labels that are not whole numbers. A label that is not among those given makes it
///           NaN.
template <ArrayExpression P>
Array<double, 0> log_loss(const Labels& y, const P& probabilities, const SampleWeights& weights,
                          const LogLossOptions& options = {}) {
  static_assert(rank_of<P> == 1 || rank_of<P> == 2,
                "relatile: log_loss: probabilities are a matrix, a row an observation, or a vector "
                "of those of the greater label");
  if constexpr (rank_of<P> == 1) {
    return log_loss(y, as_array(probabilities)(all_of_axis, newaxis), weights, options);
  } else {
    return detail::log_loss_of(y, astype<double>(probabilities), weights, options);
  }
}
template <ArrayExpression P>
Array<double, 0> log_loss(const Labels& y, const P& probabilities,
                          const LogLossOptions& options = {}) {
  return log_loss(y, probabilities, SampleWeights(), options);
}

/// How likely a row of the greater of two labels has a higher score than one of the lesser label,
/// ties counting half: the area under the curve of true and false positives. By a sort.
///
///   errors  ShapeMismatch for no rows, or another number of scores or weights; Error for labels
///           that are not whole numbers or not two, and for scores that are NaN or infinite
///   cost    a sort of n scores, and scans of the rows in its order
Array<double, 0> roc_auc_score(const Labels& y, const Targets& scores,
                               const SampleWeights& weights = {});

}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/metrics/impl/probabilities.hpp"
#endif
