// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/linear/logistic_regression.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "relatile/array/arg_reduce.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/models/linear/linear_objective.hpp"
#include "relatile/models/linear/minimised.hpp"
#include "relatile/models/options.hpp"

namespace relatile::models {
namespace detail {

/// Coefficients (classes, d) and intercepts of rows of parameters.
struct ClassParameters {
  Matrix coef;
  Vector intercept;
};
inline ClassParameters class_parameters(const Numbers& w, std::int64_t columns) {
  Numbers coef;
  Numbers intercept;
  const auto n = std::size_t(columns) + 1;
  for (std::size_t i = 0; i < w.size(); ++i) {
    (i % n == n - 1 ? intercept : coef).push_back(w[i]);
  }
  const auto rows = std::int64_t(intercept.size());
  return {matrix_of(coef, rows, columns), vector_of(intercept)};
}

/// The class of the largest score; of one column whether it is above 0.
inline Array<std::int64_t, 1> best_class(const Matrix& scores,
                                         const std::vector<std::int64_t>& classes) {
  if (scores.shape(1) == 1) {
    return labels_at(classes, astype<std::int64_t>(scores(all_of_axis, 0) > 0.0));
  }
  return labels_at(classes, argmax(scores, 1));
}

/// What classifiers are fitted to, once it is known to fit.
struct ClassifiedRows {
  ClassifiedRows(const char* model, const Features& x, const Labels& y,
                 const SampleWeights& sample_weights, double C)
      : classes(checked(model, x, y, C).classes(model)),
        places(y.places(classes)),
        weights(model, sample_weights, x.rows()) {}

  /// The mean of losses and |w|^2 / (2 C n).
  LinearTerms terms(kernel::Loss loss, double C, bool fit_intercept,
                    bool penalise_intercept) const {
    const double n = weights.total();
    return {loss, 1 / n, 1 / (C * n), fit_intercept, penalise_intercept};
  }

  std::vector<std::int64_t> classes;
  Array<std::int64_t, 1> places;  ///< of each row's class among them
  RowWeights weights;

 private:
  static const Labels& checked(const char* model, const Features& x, const Labels& y, double C) {
    require_rows(model, x, y.size());
    require_positive(model, "C", C);
    x.evaluate();
    return y;
  }
};

}  // namespace detail

RELATILE_INLINE Array<double, 2> LinearClassifier::decision_function(const Features& x) const {
  detail::require_columns(name_, x, n_features_in);
  return detail::times(x, as_array(transpose(coef))) + intercept;
}
RELATILE_INLINE Array<std::int64_t, 1> LinearClassifier::predict(const Features& x) const {
  return detail::best_class(decision_function(x), classes);
}
RELATILE_INLINE double LinearClassifier::score(const Features& x, const Labels& y,
                                               const SampleWeights& weights) const {
  detail::require_rows(name_, x, y.size());
  return detail::accuracy_score(y, predict(x), {name_, weights, x.rows()});
}
RELATILE_INLINE void LinearClassifier::take(const detail::Numbers& w, std::int64_t columns,
                                            const std::vector<std::int64_t>& of_labels) {
  const auto parts = detail::class_parameters(w, columns);
  classes = of_labels;
  coef = parts.coef;
  intercept = parts.intercept;
  n_features_in = columns;
}

RELATILE_INLINE LogisticRegression& LogisticRegression::fit(const Features& x, const Labels& y,
                                                            const SampleWeights& weights) {
  const detail::ClassifiedRows rows(name_, x, y, weights, options_.C);
  const detail::LinearTerms terms =
      rows.terms(kernel::Loss::logistic, options_.C, options_.fit_intercept, false);
  const detail::Minimiser by = detail::minimiser_of(options_);
  const auto found = [&] {
    if (rows.classes.size() == 2) {
      const Array<double, 1> targets = astype<double>(rows.places);
      Session::current().evaluate({targets.node()});
      return detail::minimised(name_, detail::LinearObjective(x, targets, rows.weights, terms), by);
    }
    Session::current().evaluate({rows.places.node()});
    return detail::minimised(name_,
                             detail::SoftmaxObjective(x, rows.places, rows.weights,
                                                      std::int64_t(rows.classes.size()), terms),
                             by);
  }();
  take(found.x, x.columns(), rows.classes);
  n_iter = found.nit;
  loss = found.fun;
  converged = found.converged;
  return *this;
}

RELATILE_INLINE Array<double, 2> LogisticRegression::predict_proba(const Features& x) const {
  const Array<double, 2> scores = decision_function(x);
  if (classes.size() == 2) {
    return concatenate({as_array(logistic(-scores)), as_array(logistic(scores))}, 1);
  }
  const Array<double, 2> powers = exp(scores - max(scores, 1, keepdims));
  return powers / sum(powers, 1, keepdims);
}

RELATILE_INLINE LinearSVC& LinearSVC::fit(const Features& x, const Labels& y,
                                          const SampleWeights& weights) {
  const detail::ClassifiedRows rows(name_, x, y, weights, options_.C);
  const detail::LinearTerms terms =
      rows.terms(kernel::Loss::squared_hinge, options_.C, options_.fit_intercept, true);
  const detail::Minimiser by = detail::minimiser_of(options_);
  detail::Numbers all;
  int most_iterations = 0;
  bool all_converged = true;
  const auto first = rows.classes.size() == 2 ? std::int64_t{1} : std::int64_t{0};
  for (std::int64_t k = first; k < std::int64_t(rows.classes.size()); ++k) {
    const Array<double, 1> is_class = astype<double>(rows.places == k);
    Session::current().evaluate({is_class.node()});
    const auto found =
        detail::minimised(name_, detail::LinearObjective(x, is_class, rows.weights, terms), by);
    all.insert(all.end(), found.x.begin(), found.x.end());
    most_iterations = std::max(most_iterations, found.nit);
    all_converged = all_converged && found.converged;
  }
  take(all, x.columns(), rows.classes);
  n_iter = most_iterations;
  converged = all_converged;
  return *this;
}

}  // namespace relatile::models
