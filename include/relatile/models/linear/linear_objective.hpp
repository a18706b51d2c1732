// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

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
  /// Parameters that belong together, of which each block is like the others: all.
  std::int64_t block_size() const { return size(); }
  std::int64_t rows() const { return x_.rows(); }
  /// The means of columns, by the weights of rows, if there is an intercept without a penalty,
  /// which may be told at them, else none.
  Numbers means() const;
  /// The value where all parameters are 0, for which features are not read.
  double at_zero() const;
  /// The value, then the gradient.
  Numbers first(const Numbers& w) const;
  /// The Hessian too, or what is expected of it.
  optim::detail::Quadratic second(const Numbers& w, kernel::Curvature curvature) const;
  /// What is expected of the Hessian of a block.
  Numbers block_hessian(const Numbers& w) const {
    return second(w, kernel::Curvature::expected).hessian;
  }
  /// The same of some rows, by a factor of their own.
  LinearObjective of_rows(const Slice& rows, double factor) const;
  double factor() const { return terms_.factor; }
  /// Gives what it is of values. Collective.
  void evaluate() const;

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

  std::int64_t size() const { return classes_ * block_size(); }
  /// As of LinearObjective; a block is of a class.
  std::int64_t block_size() const { return x_.columns() + 1; }
  std::int64_t rows() const { return x_.rows(); }
  Numbers means() const;
  double at_zero() const;
  Numbers first(const Numbers& w) const;
  /// The Hessian, which is what is expected of it, has size() squared elements; a plan makes
  /// products of rows and classes.
  optim::detail::Quadratic second(const Numbers& w, kernel::Curvature curvature) const;
  /// The mean of those on the diagonal, of classes.
  Numbers block_hessian(const Numbers& w) const;
  SoftmaxObjective of_rows(const Slice& rows, double factor) const;
  double factor() const { return terms_.factor; }
  void evaluate() const;

 private:
  Numbers sums(const Numbers& w) const;
  Numbers sums_of_sparse(const Numbers& w) const;

  Features x_;
  Array<std::int64_t, 1> y_;
  RowWeights weights_;
  std::int64_t classes_;
  LinearTerms terms_;
};

}  // namespace relatile::models::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/linear/impl/linear_objective.hpp"
#endif
