// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/naive_bayes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "relatile/array/arg_reduce.hpp"
#include "relatile/array/conversion.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/models/options.hpp"
#include "relatile/models/scores.hpp"

namespace relatile::models {

RELATILE_INLINE GaussianNB& GaussianNB::fit(const Features& x, const Labels& y,
                                            const SampleWeights& weights) {
  detail::require_rows("GaussianNB", x, y.size());
  detail::require_amount("GaussianNB", "var_smoothing", options_.var_smoothing);
  if (x.is_sparse()) throw Error("relatile: GaussianNB: features are dense; take to_dense(x)");
  x.evaluate();
  const auto of_labels = y.classes("GaussianNB");
  const auto k = std::int64_t(of_labels.size());
  const std::int64_t d = x.columns();
  const detail::RowWeights each("GaussianNB", weights, x.rows());
  const double n = each.total();
  detail::Numbers means = detail::numbers_of({each.column_sums(x)});
  detail::require_finite("GaussianNB", means);
  for (double& mean : means) mean /= n;
  // About the means of all rows, so that squares keep their digits.
  const detail::Matrix members = each.times(detail::one_hot(y.places(of_labels), k));
  const detail::Matrix centred = x.dense() - detail::vector_of(means);
  const detail::Numbers all = detail::numbers_of(
      {as_array(sum(members, 0)), detail::flat(as_array(matmul(transpose(members), centred))),
       detail::flat(as_array(matmul(transpose(members), square(centred)))),
       each.column_sums(as_array(square(centred)))});
  detail::require_finite("GaussianNB", all);
  const double* const sums = all.data() + k;
  const double* const squares = sums + k * d;
  const double largest = *std::max_element(all.end() - d, all.end()) / n;
  detail::Numbers prior(all.begin(), all.begin() + k);
  detail::Numbers of_means;
  detail::Numbers of_variances;
  for (std::int64_t c = 0; c < k; ++c) {
    const double size = all[std::size_t(c)];
    for (std::int64_t j = 0; j < d; ++j) {
      const double mean = size > 0 ? sums[c * d + j] / size : 0;
      const double square = size > 0 ? squares[c * d + j] / size : 0;
      of_means.push_back(means[std::size_t(j)] + mean);
      of_variances.push_back(std::max(square - mean * mean, 0.0) +
                             options_.var_smoothing * largest);
    }
    prior[std::size_t(c)] /= n;
  }
  classes = of_labels;
  class_prior = detail::vector_of(prior);
  theta = detail::matrix_of(of_means, k, d);
  var = detail::matrix_of(of_variances, k, d);
  n_features_in = d;
  return *this;
}

RELATILE_INLINE Array<double, 2> GaussianNB::scores(const Features& x) const {
  detail::require_columns("GaussianNB", x, n_features_in);
  if (x.is_sparse()) throw Error("relatile: GaussianNB: features are dense; take to_dense(x)");
  const Array<double, 3> apart =
      x.dense()(all_of_axis, newaxis, all_of_axis) - theta(newaxis, all_of_axis, all_of_axis);
  const Array<double, 2> distances = sum(square(apart) / var(newaxis, all_of_axis, all_of_axis), 2);
  const Array<double, 1> constant =
      log(class_prior) - 0.5 * sum(log(var) + std::log(2 * std::acos(-1.0)), 1);
  return constant - 0.5 * distances;
}
RELATILE_INLINE Array<double, 2> GaussianNB::predict_log_proba(const Features& x) const {
  return detail::log_softmax(scores(x));
}
RELATILE_INLINE Array<double, 2> GaussianNB::predict_proba(const Features& x) const {
  return exp(predict_log_proba(x));
}
RELATILE_INLINE Array<std::int64_t, 1> GaussianNB::predict(const Features& x) const {
  return detail::labels_at(classes, argmax(scores(x), 1));
}
RELATILE_INLINE double GaussianNB::score(const Features& x, const Labels& y,
                                         const SampleWeights& weights) const {
  detail::require_rows("GaussianNB", x, y.size());
  return detail::accuracy_score(y, predict(x), {"GaussianNB", weights, x.rows()});
}

RELATILE_INLINE MultinomialNB& MultinomialNB::fit(const Features& x, const Labels& y,
                                                  const SampleWeights& weights) {
  detail::require_rows("MultinomialNB", x, y.size());
  detail::require_amount("MultinomialNB", "alpha", options_.alpha);
  x.evaluate();
  const auto of_labels = y.classes("MultinomialNB");
  const auto k = std::int64_t(of_labels.size());
  const std::int64_t d = x.columns();
  const detail::RowWeights each("MultinomialNB", weights, x.rows());
  const detail::Matrix members = each.times(detail::one_hot(y.places(of_labels), k));
  const Array<double, 0> below = x.is_sparse()
                                     ? as_array(sum(where(x.sparse().values() < 0.0, 1.0, 0.0)))
                                     : as_array(sum(where(x.dense() < 0.0, 1.0, 0.0)));
  const detail::Numbers all =
      detail::numbers_of({as_array(sum(members, 0)),
                          detail::flat(detail::transposed_times(x, members)), detail::flat(below)});
  detail::require_finite("MultinomialNB", all);
  if (all.back() > 0) {
    throw Error("relatile: MultinomialNB: " + std::to_string(std::int64_t(all.back())) +
                " counts are below 0");
  }
  const double alpha = std::max(options_.alpha, 1e-10);  // what is never seen is not impossible
  detail::Numbers priors;
  detail::Numbers logs(std::size_t(k * d));
  for (std::int64_t c = 0; c < k; ++c) {
    priors.push_back(std::log(all[std::size_t(c)] / each.total()));
    double total = alpha * double(d);
    const auto count = [&](std::int64_t j) { return all[std::size_t(k + j * k + c)]; };
    for (std::int64_t j = 0; j < d; ++j) total += count(j);
    for (std::int64_t j = 0; j < d; ++j) {
      logs[std::size_t(c * d + j)] = std::log(count(j) + alpha) - std::log(total);
    }
  }
  classes = of_labels;
  class_log_prior = detail::vector_of(priors);
  feature_log_prob = detail::matrix_of(logs, k, d);
  n_features_in = d;
  return *this;
}
RELATILE_INLINE Array<double, 2> MultinomialNB::scores(const Features& x) const {
  detail::require_columns("MultinomialNB", x, n_features_in);
  return detail::times(x, as_array(transpose(feature_log_prob))) + class_log_prior;
}
RELATILE_INLINE Array<double, 2> MultinomialNB::predict_log_proba(const Features& x) const {
  return detail::log_softmax(scores(x));
}
RELATILE_INLINE Array<double, 2> MultinomialNB::predict_proba(const Features& x) const {
  return exp(predict_log_proba(x));
}
RELATILE_INLINE Array<std::int64_t, 1> MultinomialNB::predict(const Features& x) const {
  return detail::labels_at(classes, argmax(scores(x), 1));
}
RELATILE_INLINE double MultinomialNB::score(const Features& x, const Labels& y,
                                            const SampleWeights& weights) const {
  detail::require_rows("MultinomialNB", x, y.size());
  return detail::accuracy_score(y, predict(x), {"MultinomialNB", weights, x.rows()});
}

}  // namespace relatile::models
