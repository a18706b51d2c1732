// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"

// Matrices as products of two thin ones, of which neither is brought to one rank.

namespace relatile::models {

struct NMFOptions {
  std::int64_t n_components = 2;
  int max_iter = 200;
  double tol = 1e-4;  ///< on the decrease of the error in ten iterations, over the first error
  std::uint64_t seed = 0;
};

/// x as the product of two matrices without negative elements: scikit-learn's NMF with solver "mu",
/// multiplicative updates of the squared error. An iteration is one plan.
///
///   source  Lee, Seung: Algorithms for non-negative matrix factorization (NIPS 2000)
class NMF {
 public:
  explicit NMF(const NMFOptions& options = {}) : options_(options) {}
  template <std::integral I>
  explicit NMF(I n_components) : NMF(NMFOptions{.n_components = std::int64_t(n_components)}) {}

  /// x (n, d), dense or sparse, the result (n, k). Collective, as are all functions here.
  ///
  ///   errors  ShapeMismatch for no rows or components; Error for numbers that are not finite or
  ///           below 0
  ///   cost    4 n d k flops an iteration, 4 k an entry of a sparse matrix
  Array<double, 2> fit_transform(const Features& x);
  NMF& fit(const Features& x) {
    fit_transform(x);
    return *this;
  }
  /// The left factor of other rows, (n, k), with the components that were fitted.
  Array<double, 2> transform(const Features& x) const;

  Array<double, 2> components;    ///< (k, d)
  double reconstruction_err = 0;  ///< |x - w h|, Frobenius' norm
  int n_iter = 0;
  bool converged = false;
  std::int64_t n_features_in = 0;

 private:
  NMFOptions options_;
};

struct ALSOptions {
  std::int64_t n_factors = 10;
  double alpha = 0.1;  ///< the ridge penalty on every row of factors
  int max_iter = 15;
  double tol = 1e-4;  ///< on the relative change of the objective in a sweep
  std::uint64_t seed = 0;
};

/// Ratings as products of factors of users and of items, by alternating least squares: it minimises
/// the sum of squared errors of the entries of a sparse matrix, or of all elements of a dense one,
/// and alpha times the squares of the factors.
///
///   source  Zhou, Wilkinson, Schreiber, Pan: Large-scale parallel collaborative filtering for the
///           Netflix prize (AAIM 2008)
class ALS {
 public:
  explicit ALS(const ALSOptions& options = {}) : options_(options) {}

  /// ratings (users, items). Collective, as are all functions here.
  ///
  ///   errors  ShapeMismatch for no rows or factors; Error for numbers that are not finite, and for
  ///           an alpha that is not above 0
  ///   cost    2 f^2 flops an entry, f^3 / 3 a user and item in a sweep
  ALS& fit(const Features& ratings);
  /// All ratings that are expected: (users, items).
  Array<double, 2> predict() const;
  /// Those of given users and items.
  ///
  ///   errors  Error for users and items that are not from 0 to their number less one
  Array<double, 1> predict(const Array<std::int64_t, 1>& users,
                           const Array<std::int64_t, 1>& items) const;

  Array<double, 2> user_factors;  ///< (users, f)
  Array<double, 2> item_factors;  ///< (items, f)
  double objective = 0;
  int n_iter = 0;
  bool converged = false;

 private:
  void require_fitted() const;

  bool is_fitted_ = false;
  ALSOptions options_;
};

struct LatentDirichletAllocationOptions {
  std::int64_t n_components = 10;
  double doc_topic_prior = 0;   ///< 0 for 1 / n_components
  double topic_word_prior = 0;  ///< 0 for 1 / n_components
  int max_iter = 10;
  int max_doc_update_iter = 100;
  double mean_change_tol = 1e-3;  ///< on the mean change of topics in any document, ends updates
  double tol = 1e-3;              ///< on the mean change of topics' words, relative to their mean
  std::uint64_t seed = 0;
};

/// Topics of documents, by variational Bayes in batches of all documents: scikit-learn's
/// LatentDirichletAllocation with learning_method "batch". Documents are updated together, each by
/// products with what is where it has words.
///
///   source  Blei, Ng, Jordan: Latent Dirichlet allocation (JMLR 2003), section 5.2; Hoffman, Blei,
///           Bach: Online learning for latent Dirichlet allocation (NIPS 2010), algorithm 1
class LatentDirichletAllocation {
 public:
  explicit LatentDirichletAllocation(const LatentDirichletAllocationOptions& options = {})
      : options_(options) {}
  template <std::integral I>
  explicit LatentDirichletAllocation(I n_components)
      : LatentDirichletAllocation(
            LatentDirichletAllocationOptions{.n_components = std::int64_t(n_components)}) {}

  /// x (documents, words): counts, sparse or dense. Collective, as are all functions here.
  ///
  ///   errors  ShapeMismatch for no rows or components; Error for numbers that are not finite or
  ///           below 0
  LatentDirichletAllocation& fit(const Features& x);
  /// The share of topics in each document: (n, k).
  Array<double, 2> transform(const Features& x) const;
  Array<double, 2> fit_transform(const Features& x) { return fit(x).transform(x); }

  Array<double, 2> components;  ///< (k, words): how often topics have words, not normalised
  int n_iter = 0;
  bool converged = false;
  std::int64_t n_features_in = 0;

 private:
  LatentDirichletAllocationOptions options_;
};

}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/factorizations.hpp"
#endif
