// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"
#include "relatile/models/labels.hpp"
#include "relatile/models/sample_weights.hpp"

// Naive Bayes: columns are independent, given the class. One pass over the rows.

namespace relatile::models {

struct GaussianNBOptions {
  double var_smoothing = 1e-9;  ///< of the largest variance, added to all
};

/// Columns are normally distributed in each class: scikit-learn's GaussianNB.
class GaussianNB {
 public:
  explicit GaussianNB(const GaussianNBOptions& options = {}) : options_(options) {}

  /// x (n, d), dense, y (n) whole numbers, and weights (n) if rows do not count the same. A class
  /// whose weights are all 0 is never expected. Collective, as are all functions here.
  ///
  ///   errors  ShapeMismatch for other shapes; Error for sparse features, numbers that are not
  ///           finite, labels that are not whole or all the same, and weights that are below 0, or
  ///           all 0
  GaussianNB& fit(const Features& x, const Labels& y, const SampleWeights& weights = {});
  /// (n, k): logarithms, in the order of `classes`.
  Array<double, 2> predict_log_proba(const Features& x) const;
  Array<double, 2> predict_proba(const Features& x) const;
  Array<std::int64_t, 1> predict(const Features& x) const;
  double score(const Features& x, const Labels& y, const SampleWeights& weights = {}) const;

  std::vector<std::int64_t> classes;
  Array<double, 1> class_prior;  ///< (k)
  Array<double, 2> theta;        ///< (k, d): means
  Array<double, 2> var;          ///< (k, d)
  std::int64_t n_features_in = 0;

 private:
  Array<double, 2> scores(const Features& x) const;

  GaussianNBOptions options_;
};

struct MultinomialNBOptions {
  double alpha = 1;  ///< added to all counts, 1e-10 at least
};

/// Columns are counts, as of words in documents: scikit-learn's MultinomialNB.
class MultinomialNB {
 public:
  explicit MultinomialNB(const MultinomialNBOptions& options = {}) : options_(options) {}

  /// x (n, d), dense or sparse, y and weights as of GaussianNB. Collective, as are all functions
  /// here.
  ///
  ///   errors  as of GaussianNB; Error too for numbers below 0
  MultinomialNB& fit(const Features& x, const Labels& y, const SampleWeights& weights = {});
  Array<double, 2> predict_log_proba(const Features& x) const;
  Array<double, 2> predict_proba(const Features& x) const;
  Array<std::int64_t, 1> predict(const Features& x) const;
  double score(const Features& x, const Labels& y, const SampleWeights& weights = {}) const;

  std::vector<std::int64_t> classes;
  Array<double, 1> class_log_prior;   ///< (k)
  Array<double, 2> feature_log_prob;  ///< (k, d)
  std::int64_t n_features_in = 0;

 private:
  Array<double, 2> scores(const Features& x) const;

  MultinomialNBOptions options_;
};

}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/naive_bayes.hpp"
#endif
