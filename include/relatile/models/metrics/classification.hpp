// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/models/labels.hpp"
#include "relatile/models/sample_weights.hpp"

// Which labels are predicted: scikit-learn's metrics of classification. They are lazy, arrays of
// which item(...) or double(...) is the number; where the different labels are not given they are
// found at once, and the function is collective. Where they are given it is so, too, of labels that
// are floating-point numbers or std::uint64_t, since it is looked whether all are whole numbers.
// Sites count what they have, and counts are sent. All throw ShapeMismatch for no rows, and for
// another number of predictions, or of weights, than rows.

namespace relatile::models {

/// The share of labels that are predicted; one that is no whole number below 2^63 is not. Lazy but
/// of std::uint64_t.
///
///   errors  Error for labels of std::uint64_t above the greatest std::int64_t
Array<double, 0> accuracy_score(const Labels& y, const Labels& predicted,
                                const SampleWeights& weights = {});

/// Which labels count, and in which order.
struct ConfusionOptions {
  std::vector<std::int64_t> labels = {};  ///< of none all there are, ascending
};

/// How often label i was predicted as label j, (k, k). Rows with other labels than those given are
/// left out. Collective unless these are given.
///
///   errors  Error for labels that are not whole numbers; ShapeMismatch for a label given twice
Array<std::int64_t, 2> confusion_matrix(const Labels& y, const Labels& predicted,
                                        const ConfusionOptions& options = {});
/// The same of weights.
Array<double, 2> confusion_matrix(const Labels& y, const Labels& predicted,
                                  const SampleWeights& weights,
                                  const ConfusionOptions& options = {});

/// Of which labels a score is, and which mean of theirs.
struct ClassScoreOptions {
  std::vector<std::int64_t> labels = {};  ///< not of "binary"; of none all there are
  std::int64_t pos_label = 1;             ///< of "binary"; the other label is the negative one
  /// "binary", of two labels, "macro", "micro", or "weighted" by how often labels occur.
  std::string average = "binary";
  double zero_division = 0;  ///< what 0 / 0 is; of means, NaN leaves it out
};

/// How many of those that are predicted to have a label have it. Collective unless labels are given
/// and `average` is not "binary", as are the functions below.
///
///   errors  Error for another average and for labels that are not whole numbers; of "binary" also
///           for more than two labels, or two that pos_label is none of; ShapeMismatch for a label
///           given twice
Array<double, 0> precision_score(const Labels& y, const Labels& predicted,
                                 const SampleWeights& weights,
                                 const ClassScoreOptions& options = {});
Array<double, 0> precision_score(const Labels& y, const Labels& predicted,
                                 const ClassScoreOptions& options = {});
/// How many of those that have a label are predicted to have it.
Array<double, 0> recall_score(const Labels& y, const Labels& predicted,
                              const SampleWeights& weights, const ClassScoreOptions& options = {});
Array<double, 0> recall_score(const Labels& y, const Labels& predicted,
                              const ClassScoreOptions& options = {});
/// The harmonic mean of both.
Array<double, 0> f1_score(const Labels& y, const Labels& predicted, const SampleWeights& weights,
                          const ClassScoreOptions& options = {});
Array<double, 0> f1_score(const Labels& y, const Labels& predicted,
                          const ClassScoreOptions& options = {});

/// The mean of recall_score over the labels that there are. Collective, as is the function below.
Array<double, 0> balanced_accuracy_score(const Labels& y, const Labels& predicted,
                                         const SampleWeights& weights = {});
/// Matthews' coefficient of correlation of labels and predictions, of two labels or more: 1 where
/// all are right, 0 where one of both has one label only.
Array<double, 0> matthews_corrcoef(const Labels& y, const Labels& predicted,
                                   const SampleWeights& weights = {});

namespace detail {

/// The place of each label among those given; their number for one that is not among them.
Array<std::int64_t, 1> places_or_none(const Labels& y, const std::vector<std::int64_t>& labels);

}  // namespace detail
}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/metrics/impl/classification.hpp"
#endif
