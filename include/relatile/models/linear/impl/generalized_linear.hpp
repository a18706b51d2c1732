// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/linear/generalized_linear.hpp"

#include <limits>
#include <string>

#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/models/linear/linear_objective.hpp"
#include "relatile/models/linear/minimised.hpp"
#include "relatile/models/options.hpp"
#include "relatile/models/regression_scores.hpp"

namespace relatile::models {
namespace detail {

/// Half of the deviance of each row: what is missed of the best possible log-likelihood.
inline Vector half_deviance(kernel::Loss loss, const Vector& y, const Vector& mean) {
  if (loss == kernel::Loss::poisson) {
    const Vector ratio = where(y > 0.0, y / mean, 1.0);
    return y * log(ratio) - y + mean;
  }
  return y / mean - log(y / mean) - 1.0;
}
/// How large the terms of the least half deviance of y are, of which rounding leaves a part.
inline Vector size_of_deviance(kernel::Loss loss, const Vector& y) {
  return loss == kernel::Loss::poisson ? y : as_array(ones({y.size()}));
}

}  // namespace detail

RELATILE_INLINE void GeneralizedLinear::require_targets(const Targets& y) const {
  const bool counts = loss_ == kernel::Loss::poisson;
  const Array<double, 1> values = y.values();
  const Array<bool, 1> wrong = counts ? as_array(!(values >= 0.0)) : as_array(!(values > 0.0));
  const std::int64_t found = item(sum(astype<std::int64_t>(wrong)));
  if (found == 0) return;
  throw Error(std::string("relatile: ") + name_ + ": " + std::to_string(found) +
              " targets are not " + (counts ? "0 or above" : "above 0") +
              ", as they are by its distribution");
}

RELATILE_INLINE GeneralizedLinear& GeneralizedLinear::fit(const Features& x, const Targets& y,
                                                          const SampleWeights& weights) {
  detail::require_rows(name_, x, y.size());
  detail::require_amount(name_, "alpha", options_.alpha);
  x.evaluate();
  Session::current().evaluate({y.values().node()});
  require_targets(y);
  const detail::RowWeights each(name_, weights, x.rows());
  const detail::LinearTerms terms{loss_, 1 / each.total(), options_.alpha, options_.fit_intercept};
  const auto found = detail::minimised(name_, detail::LinearObjective(x, y.values(), each, terms),
                                       detail::minimiser_of(options_));
  coef = detail::vector_of(detail::Numbers(found.x.begin(), found.x.end() - 1));
  intercept = found.x.back();
  n_iter = found.nit;
  loss = found.fun;
  converged = found.converged;
  n_features_in = x.columns();
  return *this;
}

RELATILE_INLINE Array<double, 1> GeneralizedLinear::predict(const Features& x) const {
  detail::require_columns(name_, x, n_features_in);
  return exp(detail::times(x, coef) + intercept);
}

RELATILE_INLINE double GeneralizedLinear::score(const Features& x, const Targets& y,
                                                const SampleWeights& weights) const {
  detail::require_rows(name_, x, y.size());
  require_targets(y);
  const detail::Vector values = y.values();
  const detail::RowWeights each(name_, weights, x.rows());
  const auto deviance = [&](const detail::Vector& means) {
    const detail::Vector halves = each.times(detail::half_deviance(loss_, values, means));
    return detail::flat(as_array(sum(halves)));
  };
  const detail::Vector sizes = each.times(detail::size_of_deviance(loss_, values));
  const detail::Numbers sums =
      detail::numbers_of({deviance(predict(x)), deviance(detail::constant_prediction(values, each)),
                          detail::flat(as_array(sum(sizes)))});
  const double rounding = 8 * std::numeric_limits<double>::epsilon() * sums[2];
  return detail::explained_share(sums[0], sums[1], rounding);
}

}  // namespace relatile::models
