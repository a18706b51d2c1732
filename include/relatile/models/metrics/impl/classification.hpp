// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/metrics/classification.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <numeric>

#include "relatile/array/choices.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/from_data.hpp"
#include "relatile/array/lines/sorting.hpp"
#include "relatile/array/parts/scatter.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/reductions/statistics.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/models/metrics/rows.hpp"

namespace relatile::models {
namespace detail {

RELATILE_INLINE Array<std::int64_t, 1> places_or_none(const Labels& y,
                                                      const std::vector<std::int64_t>& labels) {
  const auto k = std::int64_t(labels.size());
  std::vector<std::int64_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::sort(order.begin(), order.end(), [&](std::int64_t left, std::int64_t right) {
    return labels[std::size_t(left)] < labels[std::size_t(right)];
  });
  std::vector<std::int64_t> sorted;
  for (const std::int64_t place : order) sorted.push_back(labels[std::size_t(place)]);
  const auto table = from_span(sorted, {k});
  const Array<std::int64_t, 1> at = minimum(searchsorted(table, y.values()), k - 1);
  return where(y.equal_to(take(table, at)) > 0.0, take(from_span(order, {k}), at), k);
}

/// The labels of both, ascending. Collective.
inline std::vector<std::int64_t> labels_of_both(const char* metric, const Labels& y,
                                                const Labels& predicted) {
  const auto one = y.seen(metric);
  const auto other = predicted.seen(metric);
  std::vector<std::int64_t> both;
  std::set_union(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(both));
  return both;
}
/// Those that are given, or else all. Collective where none are given, or they may not be whole.
inline std::vector<std::int64_t> labels_that_count(const char* metric, const Labels& y,
                                                   const Labels& predicted,
                                                   const std::vector<std::int64_t>& given) {
  if (given.empty()) return labels_of_both(metric, y, predicted);
  auto sorted = given;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    throw ShapeMismatch(std::string("relatile: ") + metric + ": .labels has label " +
                        std::to_string(*twice) + " twice; give each label once");
  }
  y.require_whole(metric);
  predicted.require_whole(metric);
  return given;
}

/// How much there is at each of k places; what is at place k is left out.
template <class T>
Array<T, 1> amounts_at(const Array<std::int64_t, 1>& places, std::int64_t k,
                       const Array<T, 1>& each) {
  return scatter_add(zeros<T, 1>(Extents{k + 1}), places, each)(slice(0, k));
}

/// How much there is of every pair of the labels that are given, or else of all.
template <class T>
Array<T, 2> confusion_of(const Labels& y, const Labels& predicted, const ConfusionOptions& options,
                         const Array<T, 1>& each) {
  const auto labels = labels_that_count("confusion_matrix", y, predicted, options.labels);
  const auto k = std::int64_t(labels.size());
  const auto row = places_or_none(y, labels), column = places_or_none(predicted, labels);
  const Array<std::int64_t, 1> pair = where(row < k && column < k, row * k + column, k * k);
  return reshape(amounts_at<T>(pair, k * k, each), {k, k});
}

/// How much there is of each label that is predicted rightly, that is predicted, and that is there.
struct LabelCounts {
  Vector right;
  Vector predicted;
  Vector there;
};
/// Throws Error unless what there is are the positive label and one other at most. Collective.
inline void require_binary(const char* metric, const Labels& y, const Labels& predicted,
                           const ClassScoreOptions& options) {
  const auto labels = labels_of_both(metric, y, predicted);
  const std::string name = std::string("relatile: ") + metric;
  if (labels.size() > 2) {
    throw Error(name + ": there are " + std::to_string(labels.size()) +
                " labels, and the average is \"binary\"; choose {.average = \"macro\"}, \"micro\" "
                "or \"weighted\", or score one label: " +
                metric + "(y == label, predicted == label)");
  }
  if (labels.size() < 2 || std::count(labels.begin(), labels.end(), options.pos_label) > 0) return;
  throw Error(name + ": there are labels " + std::to_string(labels[0]) + " and " +
              std::to_string(labels[1]) +
              ", and .pos_label = " + std::to_string(options.pos_label) +
              " is none of them; say which is the positive one");
}
inline LabelCounts binary_counts(const MetricRows& rows, const Labels& y, const Labels& predicted,
                                 std::int64_t label) {
  const Array<std::int64_t, 1> positive = full<std::int64_t>({y.size()}, label);
  const Vector is = y.equal_to(positive);
  const Vector said = predicted.equal_to(positive);
  return {sum(rows.times(is * said), 0, keepdims), sum(rows.times(said), 0, keepdims),
          sum(rows.times(is), 0, keepdims)};
}
inline LabelCounts label_counts(const char* metric, const Labels& y, const Labels& predicted,
                                const SampleWeights& weights, const ClassScoreOptions& options) {
  const MetricRows rows(metric, y.size(), predicted.size(), weights);
  if (options.average == "binary") {
    require_binary(metric, y, predicted, options);
    return binary_counts(rows, y, predicted, options.pos_label);
  }
  const auto labels = labels_that_count(metric, y, predicted, options.labels);
  // Three vectors of the labels: a table of their pairs would go with the square of their number.
  const auto k = std::int64_t(labels.size());
  const auto is = places_or_none(y, labels), said = places_or_none(predicted, labels);
  const Vector each = rows.each();
  return {amounts_at<double>(where(is == said, is, k), k, each), amounts_at<double>(said, k, each),
          amounts_at<double>(is, k, each)};
}

/// The scores parts / of, and what 0 / 0 is.
inline Vector label_scores(const Vector& parts, const Vector& of, double zero_division) {
  return where(of > 0.0, parts / of, zero_division);
}
/// The mean of the scores parts / of, by the counts of what is there. Where 0 / 0 is said to be
/// NaN, it is left out. Where no label is there, what is predicted is wrong, as scikit-learn has
/// it, and 0 / 0 is what is neither there nor predicted.
inline Array<double, 0> mean_score(const char* metric, const ClassScoreOptions& options,
                                   const Vector& parts, const Vector& of, const Vector& there) {
  const auto& average = options.average;
  if (average != "binary" && average != "macro" && average != "micro" && average != "weighted") {
    throw Error(std::string("relatile: ") + metric + ": the average is '" + average +
                "'; there are binary, macro, micro and weighted");
  }
  const double nothing = options.zero_division;
  const bool leaves_out = std::isnan(nothing);
  const Vector scores = label_scores(parts, of, leaves_out ? 0.0 : nothing);
  const Vector all = average == "micro"      ? of
                     : average == "weighted" ? there
                                             : Vector(ones_like(of));
  const Vector weights = leaves_out ? Vector(where(of > 0.0, all, 0.0)) : all;
  const Array<double, 0> total = sum(weights);
  const auto of_none = where(sum(all) == 0.0 && sum(of) > 0.0, 0.0, nothing);
  return where(total > 0.0, sum(scores * weights) / total, of_none);
}

/// Of how many pairs of rows the labels differ. Of one label it is 0, which no difference of sums
/// is sure to be, since they are rounded in any order; that other counts are 0 is exact.
inline Array<double, 0> pairs_that_differ(const Vector& counts) {
  const Array<double, 0> pairs = sum(counts * (sum(counts) - counts));
  return where(count_nonzero(counts) > 1, pairs, 0.0);
}

/// How many of those that have a label are predicted to.
inline Array<double, 0> recall_of(const char* metric, const Labels& y, const Labels& predicted,
                                  const SampleWeights& weights, const ClassScoreOptions& options) {
  const auto counts = label_counts(metric, y, predicted, weights, options);
  return mean_score(metric, options, counts.right, counts.there, counts.there);
}

}  // namespace detail

RELATILE_INLINE Array<double, 0> accuracy_score(const Labels& y, const Labels& predicted,
                                                const SampleWeights& weights) {
  const detail::MetricRows rows("accuracy_score", y.size(), predicted.size(), weights);
  y.require_in_range("accuracy_score");
  predicted.require_in_range("accuracy_score");
  return rows.mean(y.equal_to(predicted));
}

RELATILE_INLINE Array<std::int64_t, 2> confusion_matrix(const Labels& y, const Labels& predicted,
                                                        const ConfusionOptions& options) {
  const detail::MetricRows rows("confusion_matrix", y.size(), predicted.size(), {});
  return detail::confusion_of<std::int64_t>(y, predicted, options, ones<std::int64_t>({y.size()}));
}
RELATILE_INLINE Array<double, 2> confusion_matrix(const Labels& y, const Labels& predicted,
                                                  const SampleWeights& weights,
                                                  const ConfusionOptions& options) {
  const detail::MetricRows rows("confusion_matrix", y.size(), predicted.size(), weights);
  return detail::confusion_of<double>(y, predicted, options, rows.each());
}

RELATILE_INLINE Array<double, 0> precision_score(const Labels& y, const Labels& predicted,
                                                 const SampleWeights& weights,
                                                 const ClassScoreOptions& options) {
  const char* const name = "precision_score";
  const auto counts = detail::label_counts(name, y, predicted, weights, options);
  return detail::mean_score(name, options, counts.right, counts.predicted, counts.there);
}
RELATILE_INLINE Array<double, 0> recall_score(const Labels& y, const Labels& predicted,
                                              const SampleWeights& weights,
                                              const ClassScoreOptions& options) {
  return detail::recall_of("recall_score", y, predicted, weights, options);
}
RELATILE_INLINE Array<double, 0> f1_score(const Labels& y, const Labels& predicted,
                                          const SampleWeights& weights,
                                          const ClassScoreOptions& options) {
  const char* const name = "f1_score";
  const auto counts = detail::label_counts(name, y, predicted, weights, options);
  return detail::mean_score(name, options, 2.0 * counts.right, counts.predicted + counts.there,
                            counts.there);
}

RELATILE_INLINE Array<double, 0> precision_score(const Labels& y, const Labels& predicted,
                                                 const ClassScoreOptions& options) {
  return precision_score(y, predicted, SampleWeights(), options);
}
RELATILE_INLINE Array<double, 0> recall_score(const Labels& y, const Labels& predicted,
                                              const ClassScoreOptions& options) {
  return recall_score(y, predicted, SampleWeights(), options);
}
RELATILE_INLINE Array<double, 0> f1_score(const Labels& y, const Labels& predicted,
                                          const ClassScoreOptions& options) {
  return f1_score(y, predicted, SampleWeights(), options);
}

RELATILE_INLINE Array<double, 0> balanced_accuracy_score(const Labels& y, const Labels& predicted,
                                                         const SampleWeights& weights) {
  const ClassScoreOptions of_labels_there{
      .average = "macro", .zero_division = std::numeric_limits<double>::quiet_NaN()};
  return detail::recall_of("balanced_accuracy_score", y, predicted, weights, of_labels_there);
}
RELATILE_INLINE Array<double, 0> matthews_corrcoef(const Labels& y, const Labels& predicted,
                                                   const SampleWeights& weights) {
  const auto counts =
      detail::label_counts("matthews_corrcoef", y, predicted, weights, {.average = "macro"});
  const Array<double, 0> both =
      sum(counts.right) * sum(counts.there) - sum(counts.there * counts.predicted);
  const Array<double, 0> scale =
      sqrt(detail::pairs_that_differ(counts.there) * detail::pairs_that_differ(counts.predicted));
  return where(scale == 0.0, 0.0, both / scale);
}

}  // namespace relatile::models
