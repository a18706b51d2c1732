// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/kernel/models/losses.hpp"
#include "relatile/models/features.hpp"
#include "relatile/models/sample_weights.hpp"
#include "relatile/optim/minimise_numbers.hpp"

// What all models with linear predictors minimise: the mean loss of rows, by their weights, and a
// ridge penalty. A pass over the rows is one plan, in which nothing travels but sums as small as
// the model, or its Hessian. Dense rows are read once; sparse ones by products.

namespace relatile::models::detail {

/// factor * weighted sum of losses + penalty / 2 |w|^2. Parameters are w, then the intercept, which
/// is 0 without one; the penalty is on it only if that is said.
struct LinearTerms {
  kernel::Loss loss = kernel::Loss::squared;
  double factor = 1;
  double penalty = 0;
  bool fit_intercept = true;
  bool penalise_intercept = false;
};

/// It and its derivatives, of parameters that all ranks have. Collective.
class LinearObjective {
 public:
  LinearObjective(Features x, Vector y, RowWeights weights, const LinearTerms& terms);

  std::int64_t size() const { return x_.columns() + 1; }
  /// The means of columns if there is an intercept without a penalty, which may be told at them,
  /// else none.
  Numbers means() const;
  /// The value, then the gradient.
  Numbers first(const Numbers& w) const;
  /// The Hessian too, or what is expected of it.
  optim::detail::Quadratic second(const Numbers& w, kernel::Curvature curvature) const;
  /// The same of some rows, the first n of which the factor is for.
  LinearObjective of_rows(const Slice& rows, double factor) const;

 private:
  Numbers sums(const Numbers& w, kernel::Curvature curvature) const;
  Numbers sums_of_sparse(const Numbers& w, kernel::Curvature curvature) const;
  void add_penalty(const Numbers& w, double& value, Numbers& gradient) const;

  Features x_;
  Vector y_;
  RowWeights weights_;
  LinearTerms terms_;
};

/// The mean loss of softmax regression and a ridge penalty. Parameters are (classes, columns + 1),
/// the intercepts last; y are places of classes.
class SoftmaxObjective {
 public:
  SoftmaxObjective(Features x, Array<std::int64_t, 1> y, RowWeights weights, std::int64_t classes,
                   const LinearTerms& terms);

  std::int64_t size() const { return classes_ * (x_.columns() + 1); }
  /// As of LinearObjective.
  Numbers means() const;
  Numbers first(const Numbers& w) const;
  /// The Hessian has size() squared elements; a plan makes products of rows and classes.
  optim::detail::Quadratic second(const Numbers& w) const;
  SoftmaxObjective of_rows(const Slice& rows, double factor) const;

 private:
  Numbers sums(const Numbers& w) const;
  Numbers sums_of_sparse(const Numbers& w) const;

  Features x_;
  Array<std::int64_t, 1> y_;
  RowWeights weights_;
  std::int64_t classes_;
  LinearTerms terms_;
};

/// How to minimise.
struct Minimiser {
  std::string solver = "lbfgs";
  int max_iter = 100;
  double tol = 1e-6;
  double learning_rate = 0.1;     ///< of "sgd", at first
  std::int64_t batch_size = 256;  ///< of "sgd"
  std::uint64_t seed = 0;         ///< of "sgd"
};
/// What the options of a model say of it.
template <class Options>
Minimiser minimiser_of(const Options& options) {
  return {options.solver,        options.max_iter,   options.tol,
          options.learning_rate, options.batch_size, options.seed};
}

/// The parameters that minimise. Solvers are "newton" (the Hessian), "irls" (Fisher's scoring,
/// which is Newton's method where the link is canonical), "lbfgs", "gradient descent" and "sgd".
/// All but "sgd" look for an intercept without a penalty at the means of columns, and the gradient
/// that ends them is of that.
///
///   errors  Error for another solver
optim::detail::NumbersOutcome minimised(const char* model, const LinearObjective& objective,
                                        const Minimiser& by, std::int64_t rows, double rows_factor);
optim::detail::NumbersOutcome minimised(const char* model, const SoftmaxObjective& objective,
                                        const Minimiser& by, std::int64_t rows, double rows_factor);

}  // namespace relatile::models::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/linear/impl/linear_objective.hpp"
#endif
