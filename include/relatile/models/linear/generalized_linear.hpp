// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/models/losses.hpp"
#include "relatile/models/features.hpp"
#include "relatile/models/sample_weights.hpp"

namespace relatile::models {

struct GeneralizedLinearOptions {
  double alpha = 1;  ///< the strength of the ridge penalty
  bool fit_intercept = true;
  int max_iter = 100;
  double tol = 1e-6;             ///< on the largest component of the gradient
  std::string solver = "lbfgs";  ///< or "newton", "irls", "gradient descent", "sgd"
  double learning_rate = 0.1;    ///< of "sgd", in the first epoch
  std::int64_t batch_size = 256;
  std::uint64_t seed = 0;
};

/// What generalized linear models with a logarithmic link share: the mean of y is exp(x w + b), and
/// the mean of negative log-likelihoods, with alpha |w|^2 / 2, is minimised.
class GeneralizedLinear {
 public:
  /// x (n, d), dense or sparse, y (n), and weights (n) if rows do not count the same. Collective,
  /// as are all functions here. Where max_iter is not enough, `converged` is false.
  ///
  ///   errors  ShapeMismatch for other shapes; Error for numbers that are not finite, targets that
  ///           the distribution has not, weights that are below 0, or all 0, and for a solver that
  ///           there is not
  GeneralizedLinear& fit(const Features& x, const Targets& y, const SampleWeights& weights = {});
  /// The means that are expected.
  Array<double, 1> predict(const Features& x) const;
  /// The share of the deviance that is explained: D^2. Of y that are all the same it is 1 if they
  /// are predicted, but for rounding, else 0.
  double score(const Features& x, const Targets& y, const SampleWeights& weights = {}) const;

  Array<double, 1> coef;  ///< (d)
  double intercept = 0;
  int n_iter = 0;
  double loss = 0;  ///< what was minimised, without what depends on y alone
  bool converged = false;
  std::int64_t n_features_in = 0;

 protected:
  GeneralizedLinear(const char* name, kernel::Loss of, const GeneralizedLinearOptions& options)
      : name_(name), loss_(of), options_(options) {}

 private:
  void require_targets(const Targets& y) const;

  const char* name_;
  kernel::Loss loss_;
  GeneralizedLinearOptions options_;
};

/// Poisson regression, of counts: scikit-learn's PoissonRegressor.
class PoissonRegressor : public GeneralizedLinear {
 public:
  explicit PoissonRegressor(const GeneralizedLinearOptions& options = {})
      : GeneralizedLinear("PoissonRegressor", kernel::Loss::poisson, options) {}
};

/// Regression of times that are exponentially distributed around their means, y above 0: what
/// scikit-learn's GammaRegressor minimises. Its link is not the canonical one: "newton" takes the
/// Hessian, "irls" what is expected of it.
class ExponentialRegression : public GeneralizedLinear {
 public:
  explicit ExponentialRegression(const GeneralizedLinearOptions& options = {})
      : GeneralizedLinear("ExponentialRegression", kernel::Loss::exponential, options) {}
};

}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/linear/impl/generalized_linear.hpp"
#endif
