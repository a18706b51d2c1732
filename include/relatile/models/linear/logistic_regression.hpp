// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"
#include "relatile/models/labels.hpp"
#include "relatile/models/sample_weights.hpp"

namespace relatile::models {

struct LogisticRegressionOptions {
  double C = 1;  ///< the inverse of the penalty's strength; infinity for none
  bool fit_intercept = true;
  int max_iter = 100;
  double tol = 1e-6;             ///< on the largest component of the gradient
  std::string solver = "lbfgs";  ///< or "newton", "irls", "gradient descent", "sgd"
  double learning_rate = 0.1;    ///< of "sgd", in the first epoch
  std::int64_t batch_size = 256;
  std::uint64_t seed = 0;
};

/// What classifiers have in common that score classes by x w + b.
class LinearClassifier {
 public:
  /// Scores: (n, 1) of two classes, of the second one; (n, k) of more.
  Array<double, 2> decision_function(const Features& x) const;
  Array<std::int64_t, 1> predict(const Features& x) const;
  /// The share of labels that it predicts, by their weights.
  double score(const Features& x, const Labels& y, const SampleWeights& weights = {}) const;

  Array<double, 2> coef;       ///< (1, d) of two classes, else (k, d)
  Array<double, 1> intercept;  ///< (1) or (k)
  std::vector<std::int64_t> classes;
  int n_iter = 0;  ///< of several minimisations, the most
  bool converged = false;
  std::int64_t n_features_in = 0;

 protected:
  /// With the name that errors call the model.
  explicit LinearClassifier(const char* name) : name_(name) {}
  /// Takes the parameters w of all classes, each those of its columns and its intercept.
  void take(const std::vector<double>& w, std::int64_t columns,
            const std::vector<std::int64_t>& of_labels);

  const char* name_;
};

/// Logistic regression, of two classes or, by softmax, of more: scikit-learn's. It minimises
///
///   mean of losses + |w|^2 / (2 C n)
///
/// where n is the number of rows, or the sum of their weights.
/// A pass over dense rows computes all sums that an iteration needs, and rows never travel.
/// Newton's method takes few passes, of 2 n d^2 flops each with two classes; with k classes its
/// matrix has (k (d + 1))^2 elements and its passes make k products of all rows.
class LogisticRegression : public LinearClassifier {
 public:
  explicit LogisticRegression(const LogisticRegressionOptions& options = {})
      : LinearClassifier("LogisticRegression"), options_(options) {}

  /// x (n, d), dense or sparse, y (n) whole numbers, and weights (n) if rows do not count the same.
  /// Collective, as are all functions here. Where max_iter is not enough, `converged` is false.
  ///
  ///   errors  ShapeMismatch for other shapes; Error for numbers that are not finite, for labels
  ///           that are not whole or all the same, weights that are below 0, or all 0, and for a
  ///           solver that there is not
  LogisticRegression& fit(const Features& x, const Labels& y, const SampleWeights& weights = {});
  /// (n, k): in the order of `classes`.
  Array<double, 2> predict_proba(const Features& x) const;

  double loss = 0;  ///< what was minimised

 private:
  LogisticRegressionOptions options_;
};

struct LinearSVCOptions {
  double C = 1;
  bool fit_intercept = true;
  int max_iter = 1000;
  double tol = 1e-6;
  std::string solver = "newton";  ///< or "irls", "lbfgs", "gradient descent", "sgd"
  double learning_rate = 0.1;     ///< of "sgd", in the first epoch
  std::int64_t batch_size = 256;
  std::uint64_t seed = 0;
};

/// Linear support vectors: scikit-learn's LinearSVC with its squared hinge. Of two classes it
/// minimises
///
///   C sum of max(0, 1 - y (x w + b))^2 + (|w|^2 + b^2) / 2
///
/// over n C; of more, each against all others.
///
///   source  Keerthi, DeCoste: A modified finite Newton method for fast solution of large scale
///           linear SVMs (JMLR 2005)
class LinearSVC : public LinearClassifier {
 public:
  explicit LinearSVC(const LinearSVCOptions& options = {})
      : LinearClassifier("LinearSVC"), options_(options) {}

  /// As of LogisticRegression.
  LinearSVC& fit(const Features& x, const Labels& y, const SampleWeights& weights = {});

 private:
  LinearSVCOptions options_;
};

}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/linear/impl/logistic_regression.hpp"
#endif
