// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"

// Clusters to which rows belong in part.

namespace relatile::models {

struct GaussianMixtureOptions {
  int n_components = 1;
  std::string covariance_type = "full";  ///< or "diag"
  double reg_covar = 1e-6;               ///< added to variances
  int max_iter = 100;
  double tol = 1e-3;  ///< on the change of the mean log-likelihood
  std::uint64_t seed = 0;
};

/// A mixture of normal distributions, by expectation and maximisation: scikit-learn's. It begins
/// with the clusters of KMeans. An iteration is one plan.
///
///   source  Dempster, Laird, Rubin: Maximum likelihood from incomplete data via the EM algorithm
///           (J. R. Stat. Soc. B 1977)
class GaussianMixture {
 public:
  explicit GaussianMixture(const GaussianMixtureOptions& options = {}) : options_(options) {}
  template <std::integral I>
  explicit GaussianMixture(I n_components)
      : GaussianMixture(
            GaussianMixtureOptions{.n_components = detail::count_of(std::int64_t(n_components))}) {}

  /// x (n, d), dense. Collective, as are all functions here.
  ///
  ///   errors  ShapeMismatch for fewer rows than components; Error for sparse features, numbers
  ///   that
  ///           are not finite, a type of covariances that there is not, and for covariances that
  ///           became singular
  ///   cost    2 n k d^2 flops an iteration, 6 n k d with diagonals
  GaussianMixture& fit(const Features& x);
  /// The log-likelihood of each row.
  Array<double, 1> score_samples(const Features& x) const;
  /// Its mean.
  double score(const Features& x) const;
  Array<double, 2> predict_proba(const Features& x) const;
  Array<std::int64_t, 1> predict(const Features& x) const;

  Array<double, 1> weights;      ///< (k)
  Array<double, 2> means;        ///< (k, d)
  Array<double, 3> covariances;  ///< (k, d, d); diagonal ones too
  double lower_bound = 0;        ///< the mean log-likelihood of what was fitted
  int n_iter = 0;
  bool converged = false;
  std::int64_t n_features_in = 0;

 private:
  /// The logarithms of weighted densities: (n, k).
  Array<double, 2> densities(const Features& x) const;
  void maximise(const detail::Numbers& sums, const detail::Numbers& about, double rows);

  GaussianMixtureOptions options_;
  detail::Numbers of_weights_;
  detail::Numbers of_means_;
  detail::Numbers of_covariances_;
};

struct FuzzyCMeansOptions {
  int n_clusters = 8;
  double m = 2;  ///< above 1: how much clusters overlap
  int max_iter = 150;
  double tol = 1e-5;  ///< on how far any centre's coordinate moves
  std::uint64_t seed = 0;
};

/// Fuzzy c-means: rows belong to all clusters, to the nearer ones more. It minimises the sum over
/// rows and clusters of u^m |x - c|^2, where each row's u sum to one. It begins with the seeds of
/// k-means++.
///
///   source  Bezdek: Pattern recognition with fuzzy objective function algorithms (1981)
class FuzzyCMeans {
 public:
  explicit FuzzyCMeans(const FuzzyCMeansOptions& options = {}) : options_(options) {}

  /// x (n, d), dense or sparse. Collective, as are all functions here.
  ///
  ///   errors  ShapeMismatch for fewer rows than clusters; Error for m of 1 or below, and for
  ///           numbers that are not finite
  FuzzyCMeans& fit(const Features& x);
  /// How much each row belongs to each cluster: (n, k).
  Array<double, 2> predict_proba(const Features& x) const;
  Array<std::int64_t, 1> predict(const Features& x) const;

  Array<double, 2> cluster_centers;  ///< (k, d)
  double objective = 0;
  int n_iter = 0;
  bool converged = false;
  std::int64_t n_features_in = 0;

 private:
  FuzzyCMeansOptions options_;
};

}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/mixtures.hpp"
#endif
