// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/metrics/probabilities.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <string>

#include "relatile/array/choices.hpp"
#include "relatile/array/conversion.hpp"
#include "relatile/array/lines/scan.hpp"
#include "relatile/array/lines/sorting.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/array/parts/unique.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/models/metrics/classification.hpp"
#include "relatile/models/metrics/rows.hpp"

namespace relatile::models {
namespace detail {

RELATILE_INLINE Array<double, 0> log_loss_of(const Labels& y, const Matrix& probabilities,
                                             const SampleWeights& weights,
                                             const LogLossOptions& options) {
  const MetricRows rows("log_loss", y.size(), probabilities.shape(0), weights);
  if (!options.labels.empty()) y.require_whole("log_loss");
  const auto labels = options.labels.empty() ? y.seen("log_loss") : options.labels;
  const auto k = std::int64_t(labels.size());
  const std::int64_t columns = probabilities.shape(1);
  if (k < 2 || (columns != k && !(columns == 1 && k == 2))) {
    throw ShapeMismatch("relatile: log_loss: probabilities of shape " +
                        to_string(probabilities.shape()) + " for " + std::to_string(k) +
                        " labels, of which there are two at least; if y lacks some, give all: "
                        "{.labels = {0, 1, 2}}");
  }
  if (std::adjacent_find(labels.begin(), labels.end(), std::greater_equal<>()) != labels.end()) {
    throw Error(
        "relatile: log_loss: labels are given once each, in ascending order, as of the columns");
  }
  const auto place = places_or_none(y, labels);
  constexpr double little = std::numeric_limits<double>::epsilon();
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  Vector given;
  if (columns == 1) {
    const Vector greater = probabilities(all_of_axis, 0);
    given = where(place == 1, greater, 1.0 - greater);
  } else {
    const auto column = as_array(minimum(place, k - 1))(all_of_axis, newaxis);
    given = take_along_axis(probabilities, column, 1)(all_of_axis, 0);
  }
  const Vector known = where(place < k, clip(given, little, 1 - little), nothing);
  return -rows.mean(log(known));
}

/// What is before the first row of each row's group: the sum of `each` over rows of lower scores.
inline Vector sum_below(const Vector& each, const Array<bool, 1>& first) {
  const Vector before = concatenate({as_array(zeros<double>({1})), cumsum(each)(slice(0, -1))});
  return cummax(as_array(where(first, before, 0.0)), 0);
}

}  // namespace detail

RELATILE_INLINE Array<double, 0> roc_auc_score(const Labels& y, const Targets& scores,
                                               const SampleWeights& weights) {
  const std::string name = "relatile: roc_auc_score: ";
  const detail::MetricRows rows("roc_auc_score", y.size(), scores.size(), weights);
  const auto labels = y.seen("roc_auc_score");
  if (labels.size() != 2) {
    throw Error(name + std::to_string(labels.size()) +
                " different labels; there must be two, of which the greater one is positive");
  }
  const auto broken = item(sum(!isfinite(scores.values())));
  if (broken > 0) {
    throw Error(name + std::to_string(broken) + " scores are NaN or infinite");
  }
  const Array<std::int64_t, 1> order = argsort(scores.values());
  const Array<bool, 1> first = relatile::detail::first_of_each(take(scores.values(), order));
  const Array<bool, 1> positive = take(as_array(y.values() == labels[1]), order);
  const detail::Vector each = take(rows.each(), order);
  const detail::Vector of_positive = where(positive, each, 0.0);
  const detail::Vector of_negative = where(positive, 0.0, each);
  // Pairs in order less those in the wrong one: what ties are worth is in the half.
  const Array<double, 0> in_order = sum(of_positive * detail::sum_below(of_negative, first));
  const Array<double, 0> wrong = sum(of_negative * detail::sum_below(of_positive, first));
  return 0.5 + 0.5 * (in_order - wrong) / (sum(of_positive) * sum(of_negative));
}

}  // namespace relatile::models
