// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/metrics/label_scores.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iomanip>
#include <numeric>
#include <sstream>
#include <string_view>
#include <utility>

#include "relatile/array/conversion.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/text/number_text.hpp"
#include "relatile/models/metrics/impl/classification.hpp"

namespace relatile::models {
namespace detail {

/// A line of a report: what it is of, three scores and how many that are, of which scores may be
/// left out.
class ReportLines {
 public:
  ReportLines(const std::vector<std::int64_t>& labels, int digits)
      : name_(std::max(int(std::string_view("weighted avg").size()), digits)), digits_(digits) {
    for (const std::int64_t label : labels) {
      name_ = std::max(name_, int(std::to_string(label).size()));
    }
    out_ << std::setw(name_) << "" << ' ';
    for (const char* column : {"precision", "recall", "f1-score", "support"}) cell(column);
    out_ << "\n\n";
  }
  void add(const std::string& name, const std::vector<double>& scores, const std::string& support) {
    out_ << std::setw(name_) << name << ' ';
    for (std::size_t missing = scores.size(); missing < 3; ++missing) cell("");
    for (const double score : scores) {
      std::ostringstream text;
      text << std::fixed << std::setprecision(digits_) << score;
      cell(text.str());
    }
    cell(support);
    out_ << '\n';
  }
  void add_empty() { out_ << '\n'; }
  std::string text() const { return out_.str(); }

 private:
  void cell(const std::string& text) { out_ << ' ' << std::setw(9) << text; }

  int name_;
  int digits_;
  std::ostringstream out_;
};

/// What a report shows, as numbers.
struct ReportScores {
  std::array<std::vector<double>, 3> of_labels;  ///< precision, recall and f1
  std::vector<double> support;
  std::array<std::vector<double>, 3> means;  ///< micro, macro and weighted, of these three

  std::vector<double> of_label(std::size_t l) const {
    return {of_labels[0][l], of_labels[1][l], of_labels[2][l]};
  }
};
/// All by one evaluation. Collective.
inline ReportScores report_scores(const Labels& y, const Labels& predicted,
                                  const SampleWeights& weights,
                                  const std::vector<std::int64_t>& labels, double zero_division) {
  const char* const name = "classification_report";
  const auto counts =
      label_counts(name, y, predicted, weights, {.labels = labels, .average = "macro"});
  const std::array<std::pair<Vector, Vector>, 3> quotients{
      std::pair(counts.right, counts.predicted), std::pair(counts.right, counts.there),
      std::pair(as_array(2.0 * counts.right), as_array(counts.predicted + counts.there))};
  std::vector<Vector> lines;
  std::vector<Array<double, 0>> means;
  for (const auto& [parts, of] : quotients) {
    lines.push_back(label_scores(parts, of, zero_division));
    for (const char* average : {"micro", "macro", "weighted"}) {
      const ClassScoreOptions options{.average = average, .zero_division = zero_division};
      means.push_back(mean_score(name, options, parts, of, counts.there));
    }
  }
  lines.push_back(counts.there);
  const std::vector<double> all =
      to_vector(concatenate({as_array(ravel(stack(lines))), as_array(stack(means))}));
  const auto line = [&](std::size_t at) {
    const double* const begin = all.data() + at * labels.size();
    return std::vector<double>(begin, begin + labels.size());
  };
  ReportScores scores{{line(0), line(1), line(2)}, line(3), {}};
  for (std::size_t m = 0; m < means.size(); ++m) {
    scores.means[m % 3].push_back(all[4 * labels.size() + m]);
  }
  return scores;
}
inline bool has_all_labels(const std::vector<std::int64_t>& labels, const Labels& y,
                           const Labels& predicted) {
  const auto all = labels_of_both("classification_report", y, predicted);
  return std::all_of(all.begin(), all.end(), [&](std::int64_t label) {
    return std::find(labels.begin(), labels.end(), label) != labels.end();
  });
}

/// Weights have a point, as scikit-learn's.
inline std::string support_text(double support, bool weighted) {
  if (!weighted) return std::to_string(std::int64_t(support));
  const std::string text = number_text(support);
  return text.find_first_not_of("0123456789") == std::string::npos ? text + ".0" : text;
}

}  // namespace detail

RELATILE_INLINE LabelScores precision_recall_fscore_support(const Labels& y,
                                                            const Labels& predicted,
                                                            const SampleWeights& weights,
                                                            const LabelScoreOptions& options) {
  const char* const name = "precision_recall_fscore_support";
  auto labels = detail::labels_that_count(name, y, predicted, options.labels);
  const auto counts =
      detail::label_counts(name, y, predicted, weights, {.labels = labels, .average = "macro"});
  const auto scores = [&](const Array<double, 1>& parts, const Array<double, 1>& of) {
    return detail::label_scores(parts, of, options.zero_division);
  };
  return {std::move(labels), scores(counts.right, counts.predicted),
          scores(counts.right, counts.there),
          scores(2.0 * counts.right, counts.predicted + counts.there), counts.there};
}
RELATILE_INLINE LabelScores precision_recall_fscore_support(const Labels& y,
                                                            const Labels& predicted,
                                                            const LabelScoreOptions& options) {
  return precision_recall_fscore_support(y, predicted, SampleWeights(), options);
}

RELATILE_INLINE std::string classification_report(const Labels& y, const Labels& predicted,
                                                  const SampleWeights& weights,
                                                  const ReportOptions& options) {
  if (options.digits < 0 || options.digits > 17) {
    throw Error("relatile: classification_report: .digits = " + std::to_string(options.digits) +
                "; a report shows 0 to 17 digits behind the point");
  }
  const auto labels =
      detail::labels_that_count("classification_report", y, predicted, options.labels);
  const bool are_all = options.labels.empty() || detail::has_all_labels(labels, y, predicted);
  const auto scores = detail::report_scores(y, predicted, weights, labels, options.zero_division);
  const auto support = [&](double of) {
    return detail::support_text(of, weights.values().has_value());
  };
  detail::ReportLines report(labels, options.digits);
  for (std::size_t l = 0; l < labels.size(); ++l) {
    report.add(std::to_string(labels[l]), scores.of_label(l), support(scores.support[l]));
  }
  report.add_empty();
  const std::string total =
      support(std::accumulate(scores.support.begin(), scores.support.end(), 0.0));
  if (are_all) {
    report.add("accuracy", {scores.means[0].back()}, total);
  } else {
    report.add("micro avg", scores.means[0], total);
  }
  report.add("macro avg", scores.means[1], total);
  report.add("weighted avg", scores.means[2], total);
  return report.text();
}
RELATILE_INLINE std::string classification_report(const Labels& y, const Labels& predicted,
                                                  const ReportOptions& options) {
  return classification_report(y, predicted, SampleWeights(), options);
}

}  // namespace relatile::models
