// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"
#include "relatile/models/sample_weights.hpp"

// Least squares, with penalties: scikit-learn's linear_model. Rows are read twice, or three times:
// for means, for the products of columns, and again where that makes results exact. What is
// left, of as many equations as columns, every rank solves for itself.

namespace relatile::models {

namespace detail {
struct CentredProducts;
}

/// What models have in common that predict x w + b.
class LinearModel {
 public:
  Array<double, 1> predict(const Features& x) const;
  /// The share of y's variance that is explained: R^2, as of `r2_score`.
  double score(const Features& x, const Targets& y, const SampleWeights& weights = {}) const;

  Array<double, 1> coef;  ///< (d)
  double intercept = 0;
  std::int64_t n_features_in = 0;  ///< 0 before it is fitted

 protected:
  /// With the name that errors call the model.
  explicit LinearModel(const char* name) : name_(name) {}
  /// Least squares with a penalty alpha |w|^2.
  void fit_least_squares(const Features& x, const Targets& y, const SampleWeights& weights,
                         double alpha, bool fit_intercept);
  /// Takes the coefficients w of columns with these means.
  void take(const detail::CentredProducts& of, const std::vector<double>& w);

  const char* name_;
};

struct LinearRegressionOptions {
  bool fit_intercept = true;
};

/// Ordinary least squares: scikit-learn's LinearRegression. Columns that depend on each other have
/// the coefficients of least norm.
class LinearRegression : public LinearModel {
 public:
  explicit LinearRegression(const LinearRegressionOptions& options = {})
      : LinearModel("LinearRegression"), options_(options) {}

  /// x (n, d), dense or sparse, y (n), and weights (n) if rows do not count the same. Collective,
  /// as are all functions here.
  ///
  ///   errors  ShapeMismatch for other shapes, Error for numbers that are not finite, and for
  ///           weights that are below 0, or all 0
  ///   cost    2 n d^2 flops; twice that of dense columns that depend on each other, or nearly so:
  ///           they are made triangular, so that only those count as dependent of which others
  ///           leave less than 100 d eps of their length, means and all. Of sparse ones it is
  ///           about sqrt(d eps)
  LinearRegression& fit(const Features& x, const Targets& y, const SampleWeights& weights = {});

 private:
  LinearRegressionOptions options_;
};

struct RidgeOptions {
  double alpha = 1;
  bool fit_intercept = true;
};

/// Least squares with a penalty: |y - x w - b|^2 + alpha |w|^2, scikit-learn's Ridge.
class Ridge : public LinearModel {
 public:
  explicit Ridge(const RidgeOptions& options = {}) : LinearModel("Ridge"), options_(options) {}
  template <class A>
    requires std::is_arithmetic_v<A>
  explicit Ridge(A alpha) : Ridge(RidgeOptions{.alpha = double(alpha)}) {}

  /// As of LinearRegression; Error too for an alpha that is negative or infinite.
  Ridge& fit(const Features& x, const Targets& y, const SampleWeights& weights = {});

 private:
  RidgeOptions options_;
};

struct ElasticNetOptions {
  double alpha = 1;
  double l1_ratio = 0.5;
  bool fit_intercept = true;
  int max_iter = 1000;
  double tol = 1e-4;
};

/// |y - x w - b|^2 / 2n + alpha l1_ratio |w|_1 + alpha (1 - l1_ratio) |w|^2 / 2: scikit-learn's
/// ElasticNet, by coordinate descent on the products of columns, until the duality gap is below tol
/// |y|^2.
///
///   source  Friedman, Hastie, Tibshirani: Regularization paths for generalized linear models via
///           coordinate descent (J. Stat. Softw. 2010), section 2.2 (covariance updates)
class ElasticNet : public LinearModel {
 public:
  explicit ElasticNet(const ElasticNetOptions& options = {}) : ElasticNet("ElasticNet", options) {}
  template <class A>
    requires std::is_arithmetic_v<A>
  explicit ElasticNet(A alpha) : ElasticNet(ElasticNetOptions{.alpha = double(alpha)}) {}

  /// As of LinearRegression; n is the sum of weights. Where max_iter is not enough, `converged` is
  /// false.
  ElasticNet& fit(const Features& x, const Targets& y, const SampleWeights& weights = {});

  int n_iter = 0;
  double dual_gap = 0;  ///< how far above the minimum the objective is at most
  bool converged = false;

 protected:
  /// With the name that errors call the model.
  ElasticNet(const char* name, const ElasticNetOptions& options)
      : LinearModel(name), options_(options) {}

 private:
  ElasticNetOptions options_;
};

struct LassoOptions {
  double alpha = 1;
  bool fit_intercept = true;
  int max_iter = 1000;
  double tol = 1e-4;
};

/// ElasticNet with l1_ratio 1: scikit-learn's Lasso.
class Lasso : public ElasticNet {
 public:
  explicit Lasso(const LassoOptions& options = {})
      : ElasticNet("Lasso", {.alpha = options.alpha,
                             .l1_ratio = 1,
                             .fit_intercept = options.fit_intercept,
                             .max_iter = options.max_iter,
                             .tol = options.tol}) {}
  template <class A>
    requires std::is_arithmetic_v<A>
  explicit Lasso(A alpha) : Lasso(LassoOptions{.alpha = double(alpha)}) {}
};

}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/linear/impl/linear_models.hpp"
#endif
