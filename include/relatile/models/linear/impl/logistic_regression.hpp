// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/linear/logistic_regression.hpp"

#include <algorithm>
#include <cstddef>

#include "relatile/array/arg_reduce.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/core/number_text.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/models/linear/linear_objective.hpp"

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

inline void require_positive(const char* model, const char* name, double value) {
  if (value > 0) return;
  throw Error(std::string("relatile: ") + model + ": " + name + " is " + number_text(value) +
              "; it must be above 0");
}

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
  detail::require_rows(name_, x, y.size());
  detail::require_positive(name_, "C", options_.C);
  x.evaluate();
  const auto of_labels = y.classes(name_);
  const Array<std::int64_t, 1> places = y.places(of_labels);
  const detail::RowWeights each(name_, weights, x.rows());
  const double n = each.total();
  const detail::LinearTerms terms{kernel::Loss::logistic, 1 / n, 1 / (options_.C * n),
                                  options_.fit_intercept};
  const detail::Minimiser by = detail::minimiser_of(options_);
  const auto found = [&] {
    if (of_labels.size() == 2) {
      const Array<double, 1> targets = astype<double>(places);
      Session::current().evaluate({targets.node()});
      return detail::minimised(name_, detail::LinearObjective(x, targets, each, terms), by,
                               x.rows(), terms.factor);
    }
    Session::current().evaluate({places.node()});
    return detail::minimised(
        name_, detail::SoftmaxObjective(x, places, each, std::int64_t(of_labels.size()), terms), by,
        x.rows(), terms.factor);
  }();
  take(found.x, x.columns(), of_labels);
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
  detail::require_rows(name_, x, y.size());
  detail::require_positive(name_, "C", options_.C);
  x.evaluate();
  const auto of_labels = y.classes(name_);
  const Array<std::int64_t, 1> places = y.places(of_labels);
  const detail::RowWeights each(name_, weights, x.rows());
  const double n = each.total();
  const detail::LinearTerms terms{kernel::Loss::squared_hinge, 1 / n, 1 / (options_.C * n),
                                  options_.fit_intercept, true};
  const detail::Minimiser by = detail::minimiser_of(options_);
  detail::Numbers all;
  int most_iterations = 0;
  bool all_converged = true;
  const auto first = of_labels.size() == 2 ? std::int64_t{1} : std::int64_t{0};
  for (std::int64_t k = first; k < std::int64_t(of_labels.size()); ++k) {
    const Array<double, 1> is_class = astype<double>(places == k);
    Session::current().evaluate({is_class.node()});
    const auto found = detail::minimised(name_, detail::LinearObjective(x, is_class, each, terms),
                                         by, x.rows(), terms.factor);
    all.insert(all.end(), found.x.begin(), found.x.end());
    most_iterations = std::max(most_iterations, found.nit);
    all_converged = all_converged && found.converged;
  }
  take(all, x.columns(), of_labels);
  n_iter = most_iterations;
  converged = all_converged;
  return *this;
}

}  // namespace relatile::models
