// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/models/labels.hpp"
#include "relatile/models/sample_weights.hpp"

// Scores of classification label by label, as numbers and as a table: scikit-learn's
// precision_recall_fscore_support and classification_report.

namespace relatile::models {

/// Of which labels scores are.
struct LabelScoreOptions {
  std::vector<std::int64_t> labels = {};  ///< of none all there are, ascending
  double zero_division = 0;               ///< what 0 / 0 is
};
/// What precision_score, recall_score and f1_score are of each label, (k); lazy.
struct LabelScores {
  std::vector<std::int64_t> labels;
  Array<double, 1> precision;
  Array<double, 1> recall;
  Array<double, 1> fscore;
  Array<double, 1> support;  ///< how many there are, or their weights
};
/// The scores that others are means of: what scikit-learn has as `average=None`. Collective unless
/// labels are given, and those of rows are integers, std::uint64_t aside.
///
///   errors  ShapeMismatch for no rows, another number of predictions, or of weights, than rows, or
///           a label given twice; Error for labels that are not whole numbers
LabelScores precision_recall_fscore_support(const Labels& y, const Labels& predicted,
                                            const SampleWeights& weights,
                                            const LabelScoreOptions& options = {});
LabelScores precision_recall_fscore_support(const Labels& y, const Labels& predicted,
                                            const LabelScoreOptions& options = {});

/// What a report shows.
struct ReportOptions {
  std::vector<std::int64_t> labels = {};
  double zero_division = 0;
  int digits = 2;  ///< behind the point, 0 to 17
};
/// A table of these scores and of their means, as scikit-learn writes it, to be printed. Where the
/// labels given are not all there are, "micro avg" stands in place of the accuracy. Sums of weights
/// are shown with all of their digits, as there, the last of which may depend on the number of
/// ranks. Collective.
///
///   errors  as above; Error for another number of digits
std::string classification_report(const Labels& y, const Labels& predicted,
                                  const SampleWeights& weights, const ReportOptions& options = {});
std::string classification_report(const Labels& y, const Labels& predicted,
                                  const ReportOptions& options = {});

}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/metrics/impl/label_scores.hpp"
#endif
