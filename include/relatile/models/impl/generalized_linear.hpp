// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/generalized_linear.hpp"

#include <string>

#include "relatile/array/conversion.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/statistics.hpp"
#include "relatile/core/number_text.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/models/linear_objective.hpp"

namespace relatile::models {
namespace detail {

/// Half of the deviance: what is missed of the best possible log-likelihood.
inline Array<double, 0> half_deviance(kernel::Loss loss, const Vector& y, const Vector& mean) {
  if (loss == kernel::Loss::poisson) {
    const Vector ratio = where(y > 0.0, y / mean, 1.0);
    return sum(y * log(ratio) - y + mean);
  }
  return sum(y / mean - log(y / mean) - 1.0);
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

RELATILE_INLINE GeneralizedLinear& GeneralizedLinear::fit(const Features& x, const Targets& y) {
  detail::require_rows(name_, x, y.size());
  if (!(options_.alpha >= 0)) {
    throw Error(std::string("relatile: ") + name_ + ": alpha is " + number_text(options_.alpha) +
                "; it must be 0 at least");
  }
  x.evaluate();
  Session::current().evaluate({y.values().node()});
  require_targets(y);
  const detail::LinearTerms terms{loss_, 1 / double(x.rows()), options_.alpha,
                                  options_.fit_intercept};
  const auto found = detail::minimised(name_, detail::LinearObjective(x, y.values(), terms),
                                       detail::minimiser_of(options_), x.rows(), terms.factor);
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

RELATILE_INLINE double GeneralizedLinear::score(const Features& x, const Targets& y) const {
  detail::require_rows(name_, x, y.size());
  require_targets(y);
  const detail::Vector values = y.values();
  const detail::Vector constant = as_array(mean(values) + 0.0 * values);
  const detail::Numbers sums =
      detail::numbers_of({detail::flat(detail::half_deviance(loss_, values, predict(x))),
                          detail::flat(detail::half_deviance(loss_, values, constant))});
  return sums[1] > 0 ? 1 - sums[0] / sums[1] : (sums[0] > 0 ? 0 : 1);
}

}  // namespace relatile::models
